// Hands a built package of a game in which sets are chosen what nobody should: prints what each attempt ends in, as JSON.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const { load } = await import(pathToFileURL(resolve(process.argv[2], "game.js")).href);
const game = await load();
let state = game.initial();
for (let step = 0; step < 3; step++) state = game.apply(state, game.legal(state).find(({ name }) => name === "build"));
const legal = game.legal(state).find(({ name }) => name === "clear");
const [set, seat] = legal.arguments;
const domain = { is: "set", inner: { is: "piece", of: "Stone" } };
const long = new Array(2 ** 32 - 1);

const attempts = {
  "the set in another order": () => game.apply(state, { ...legal, arguments: [[...set].reverse(), seat] }),
};
const strange = {
  nothing: undefined,
  "a number": 5,
  "a text": "abc",
  "an object": {},
  "a list as long as lists can be": long,
  "a set of objects of no kind": [Object.create(null), Object.create(null), Object.create(null)],
  "a set of symbols": [Symbol("x"), Symbol("x"), Symbol("x")],
  "a set of large numbers": [1n, 2n, 3n],
  "a set of what reads as its things": set.map((each) => ({ toJSON: () => each, toString: () => each })),
  "a thing twice": [set[0], set[0], set[1]],
};
for (const [name, value] of Object.entries(strange)) {
  attempts[`${name}: taken`] = () => game.apply(state, { ...legal, arguments: [value, seat] });
  attempts[`${name}: why not`] = () => game.whyNot(state, legal.actor, { ...legal, arguments: [value, seat] });
  attempts[`${name}: in words`] = () => game.words({ ...legal, arguments: [value, seat] }, "en");
  attempts[`${name}: a value in words`] = () => game.valueWords(value, domain, "en");
  attempts[`${name}: a seat in words`] = () => game.valueWords(value, { is: "seat" }, "en");
  attempts[`${name}: a domain`] = () => game.values(value);
  attempts[`${name}: draws`] = () => game.playout(state, value, 1);
  attempts[`${name}: draws a guess`] = () => game.guess(state, 1, value);
}
const found = {};
for (const [name, attempt] of Object.entries(attempts)) {
  try {
    attempt();
    found[name] = "nothing";
  } catch (error) {
    found[name] = `${error.name} ${error.code ?? error.message}`.trim();
  }
}
console.log(JSON.stringify(found));
