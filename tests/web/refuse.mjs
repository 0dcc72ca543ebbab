// Hands a built package what nobody should: prints the name of what each attempt ends in, as JSON.
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const folder = process.argv[2];
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const module = await readFile(resolve(folder, "game.wasm"));
const game = await load();
const other = await load(module);
const state = game.initial();
const [action] = game.legal(state);
const text = JSON.stringify(game.toJson(state));
const later = { name: "retreat", arguments: ["Levant"] };
const changed = (change) => {
  const data = JSON.parse(text);
  change(data);
  return () => game.fromJson(data);
};
const edited = Uint8Array.from(module);
edited[edited.length - 1] ^= 1;
let deep = [];
for (let depth = 0; depth < 100_000; depth++) deep = [deep];

const attempts = {
  "a module that was edited": () => load(edited),
  "a module that was cut off": () => load(module.subarray(0, 1000)),
  "no module at all": () => load(new Uint8Array(0)),
  "a file that is not there": () => load(pathToFileURL(resolve(folder, "none.wasm"))),
  "a state of another game": () => other.legal(state),
  "no state": () => game.legal({}),
  "nothing for a state": () => game.turn(undefined),
  "a seat that nobody has": () => game.view(state, 9),
  "half a seat": () => game.view(state, 1.5),
  "an object of no kind for a seat": () => game.view(state, Object.create(null)),
  "no seat": () => game.view(state),
  "no action": () => game.apply(state, null),
  "an action without a name": () => game.apply(state, { actor: action.actor }),
  "an action that is not offered": () => game.apply(state, { actor: 1, name: "fly", arguments: [] }),
  "an action of somebody else": () => game.apply(state, { ...action, actor: 2 }),
  "an action with too much": () => game.apply(state, { ...action, arguments: [...action.arguments, 1] }),
  "an action with an object": () => game.apply(state, { ...action, arguments: [{}] }),
  "an action with an object of no kind": () => game.apply(state, { ...action, arguments: [Object.create(null)] }),
  "an action of an object of no kind": () => game.apply(state, { ...action, actor: Object.create(null) }),
  "an action of a seat in letters": () => game.apply(state, { actor: "1", name: action.name, arguments: action.arguments }),
  "a name of a million letters": () => game.apply(state, { actor: 1, name: "x".repeat(1e6), arguments: [] }),
  "a wish that is none": () => game.whyNot(state, 1, 7),
  "a wish without a name": () => game.whyNot(state, 1, { arguments: [] }),
  "a wish for no action": () => game.whyNot(state, 1, { name: "__proto__", arguments: [] }),
  "a wish with too much": () => game.whyNot(state, action.actor, { ...action, arguments: [...action.arguments, 1] }),
  "a wish of nobody": () => game.whyNot(state, action.actor === "chance" ? 1 : 9, action),
  "a wish of nobody that is not asked now": () => game.whyNot(state, "nobody", later),
  "a wish for nothing there is that is not asked now": () => game.whyNot(state, 1, { ...later, arguments: later.arguments.map(() => "__proto__") }),
  "a wish with too little that is not asked now": () => game.whyNot(state, 1, { ...later, arguments: [] }),
  "words for no action": () => game.words(undefined, "en"),
  "words for too much": () => game.words({ ...action, arguments: new Array(2 ** 32 - 1) }, "en"),
  "words for an object of no kind": () => game.words({ ...action, arguments: action.arguments.map(() => Object.create(null)) }, "en"),
  "words for a wish that has none": () => game.words({ name: Symbol("x") }, "en"),
  "no data": () => game.fromJson(null),
  "a list": () => game.fromJson([]),
  "brackets without end": () => game.fromJson(deep),
  "another version": changed((data) => (data.version = "0")),
  "another schema": changed((data) => (data.schemaVersion = 2)),
  "no schema": changed((data) => delete data.schemaVersion),
  "a part too much": changed((data) => (data.more = 1)),
  "a part too little": changed((data) => delete data.zones),
  "an inherited part": () => game.fromJson(Object.create(JSON.parse(text))),
  "a piece twice": changed((data) => data.zones.deck.push(data.zones.deck[0])),
  "a piece lost": changed((data) => data.zones.deck.pop()),
  "a piece that is none": changed((data) => (data.zones.deck[0] = "__proto__")),
  "a zone that is no list": changed((data) => (data.zones.deck = 3)),
  "a family without a key": changed((data) => delete data.zones.hand[1]),
  "a family with a key too much": changed((data) => (data.zones.hand[3] = [])),
  "no stack": changed((data) => (data.control = [])),
  "a stack of anything": changed((data) => (data.control = [{ phase: "None", point: "x", data: {} }])),
  "a stack that is too high": changed((data) => (data.control = Array(500).fill(data.control[0]))),
  "a stack in which the first waits": changed((data) => data.control.push(data.control[0])),
  "a number that is none": changed((data) => (data.control.at(-1).data = { p: NaN })),
  "a stack with a hole": changed((data) => (data.control = [, ...data.control])),
  "a card that is another when it is read again": () => {
    const data = JSON.parse(text);
    let reads = 0;
    const [first, second] = data.zones.deck;
    Object.defineProperty(data.zones.deck, 0, { get: () => (reads++ === 1 ? second : first), enumerable: true });
    if (!game.fromJson(data).equals(state)) throw new Error("a state that holds one card twice");
  },
  "a list as long as lists can be": changed((data) => (data.zones.deck = new Array(2 ** 32 - 1))),
  "a name of a game that has no words": changed((data) => (data.game = { toString: 1 })),
  "a phase that has no words": changed((data) => (data.control[0].phase = { toString: 1 })),
  "a symbol": changed((data) => (data.game = Symbol("x"))),
  "an action with a list as long as lists can be": () => game.apply(state, { ...action, arguments: new Array(2 ** 32 - 1) }),
};
const found = {};
const messages = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    await attempt();
    found[name] = "nothing";
  } catch (error) {
    messages[name] = error.message;
    found[name] = `${error.name} ${error.code ?? ""}`.trim();
    if (error.message.length > 300) found[name] += " at length";
  }
}
for (const name of ["another schema", "no schema"]) {
  if (!messages[name]?.includes("schema") || messages[name].includes(game.version)) throw new Error(messages[name]);
}
let asked = state;
while (game.turn(asked).kind !== "player") asked = game.apply(asked, game.legal(asked)[0]);
const [obstacle] = game.whyNot(asked, 3 - game.turn(asked).seats[0], game.legal(asked)[0]);
for (const language of ["constructor", "__proto__"]) {
  const told = [language, "xx"].map((each) => JSON.stringify(game.explain(obstacle, each)));
  if (told[0] !== told[1]) throw new Error(`${told[0]} in ${language}`);
}
for (const odd of [null, undefined, {}, 3, [], { ...obstacle, kind: "x" }, { ...obstacle, citations: ["x"] }, { ...obstacle, labels: null }]) {
  try {
    game.explain(odd, "en");
    throw new Error("an obstacle that is none was explained");
  } catch (error) {
    if (error.code !== "E0711") throw error;
  }
}
if (game.explain(JSON.parse(JSON.stringify(obstacle)), "en").says !== game.explain(obstacle, "en").says) throw new Error("read again");
for (const odd of [Object.create(null), { toString: 1 }, Symbol("x")]) {
  if (game.label(odd, "en") !== odd || game.label("take", odd) !== "take") throw new Error("a label of what has no name");
}
if (!game.apply(state, action) || !game.fromJson(JSON.parse(text)).equals(state)) throw new Error("it does not play on");
console.log(JSON.stringify(found, null, 1));
