// Plays a game against others, by chance or search: what the seat sees, what it may do, and why anything else may not be done.
// It knows no game: names come from the rules, words from labels, and how things look from `drawing.js`.
import { Beyond, GameError, load } from "./game.js";
import { DRAWING, WORDS } from "./drawing.js";
import { found, picture, placeOf, tile } from "./board.js";
import { back, card, figure } from "./pieces.js";
import { heard } from "./overheard.js";
import { maps } from "./map.js";
import { drawn as drawnFrom, searched } from "./search.js";

const game = await load();
const asked = new URLSearchParams(location.search);
const at = (id) => document.getElementById(id);
/** The most pieces that are alike and are drawn each. */
const MOST = 6;
/** The most numbers that are shown of those of which there is no end. */
const MOST_NUMBERS = 40;
const SVG = "http://www.w3.org/2000/svg";

let language = asked.get("language") ?? (navigator.language.startsWith("cs") ? "cs" : "en");
let seat = Math.min(Math.max(Number(asked.get("seat")) || 1, 1), game.players);
let drawn = asked.has("seed") ? Number(asked.get("seed")) : Math.floor(Math.random() * 2 ** 32);
let searching = asked.get("opponents") === "search";
let state;
let wish = null;
let log = [];
/** Counts the times that others began to decide. */
let course = 0;
/** The seat that is searching now, or null. */
let thinking = null;

const below = (many) => {
  drawn = (Math.imul(drawn, 1664525) + 1013904223) >>> 0;
  return Math.floor((drawn / 2 ** 32) * many);
};
const say = (key, slots = {}) =>
  (WORDS[language] ?? WORDS.en)[key].replace(/\{(\w+)\}/g, (_, slot) => slots[slot] ?? "");
const named = (name) => {
  const label = game.label(name, language);
  return label === name ? name.replaceAll("_", " ") : label;
};
const player = (number) => say("player", { n: number });
const shown = (value) => {
  if (value === null) return say("nothing");
  if (value === true || value === false) return say(value ? "yes" : "no");
  if (Array.isArray(value)) return value.map(shown).join(", ") || say("nothing");
  return typeof value === "string" ? named(value) : String(value);
};

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function svg(tag, attributes = {}, ...children) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// ---- PLAYING

function start() {
  state = game.initial();
  log = [];
  wish = null;
  goOn();
}

/** Everybody else decides, by chance or after a search, until the seat is asked or the game is over. */
async function goOn() {
  const own = ++course;
  try {
    for (let turn = game.turn(state); turn.kind !== "over" && !turn.seats.includes(seat); turn = game.turn(state)) {
      thinking = searching ? (turn.seats[0] ?? null) : null;
      if (thinking !== null) {
        draw();
        await shownFirst();
        if (own !== course) return; // a new game, or another seat, was asked for meanwhile
      }
      const found = thinking === null ? null : searched(game, state, thinking, below);
      take(found ?? drawnFrom(game.legal(state), below), turn.kind);
    }
  } catch (error) {
    stopped(error);
    return;
  }
  thinking = null;
  draw();
}

/** Says why nothing comes of an action: the rules do not say how to go on, or this module has no room for it. */
function stopped(error) {
  if (!(error instanceof GameError)) throw error;
  thinking = null;
  draw();
  if (document.body.dataset.turn !== "own") at("turn").textContent = reason(error);
  at("why").replaceChildren(element("h3", {}, reason(error)), element("p", {}, error.message));
}

const reason = (error) => say(error instanceof Beyond ? "beyond" : "stopped");

/** Lets the browser show what was drawn, and take what was clicked: more than a frame of sixty a second. */
const shownFirst = () => new Promise((done) => setTimeout(done, 20));

/** Takes an action; of what was chosen in secret by another, or by chance, the log says no more than the seat sees. */
function take(action, kind) {
  const own = action.actor === seat;
  const who = typeof action.actor === "number" ? player(action.actor) : say(action.actor);
  if (own || kind === "table") log.push(`${who}: ${game.words(action, language)}`);
  else {
    const name = heard(game, state, seat, action, kind);
    log.push(`${who}: ${name === null ? "?" : named(name)}`);
  }
  state = game.apply(state, action);
}

function decide(wished) {
  const action = { actor: seat, name: wished.name, arguments: wished.arguments };
  const obstacles = game.whyNot(state, seat, action);
  wish = null;
  if (obstacles) {
    draw();
    explain(action, obstacles);
    return;
  }
  try {
    take(action, "player");
  } catch (error) {
    log.pop();
    stopped(error);
    return;
  }
  goOn();
}

// ---- WISHING

const sets = new Map();

/** A value of an action, so that two sets of the same things are one. */
function known(value) {
  if (!Array.isArray(value)) return value;
  const key = JSON.stringify(value);
  if (!sets.has(key)) sets.set(key, value);
  return sets.get(key);
}

/** The legal actions of the seat that begin as its wish does. */
function possible(chosen) {
  const legal = game
    .legal(state)
    .filter((each) => each.actor === seat && each.name === chosen.name)
    .map((each) => ({ ...each, arguments: each.arguments.map(known) }));
  return legal.filter((each) => chosen.arguments.every((value, place) => each.arguments[place] === value));
}

function begin(action) {
  wish = { ...action, arguments: [] };
  if (wish.parameters.length) draw();
  else decide(wish);
}

function choose(value) {
  wish.arguments.push(value);
  if (wish.arguments.length === wish.parameters.length) decide(wish);
  else draw();
}

/** What the seat may point at now: the values of the next parameter, with those that can still be legal. */
function pointing() {
  if (wish === null) return null;
  const place = wish.arguments.length;
  const { name, domain } = wish.parameters[place];
  const legal = new Set(possible(wish).map((each) => each.arguments[place]));
  const isSeen = domain.is === "cell" || domain.is === "spot";
  return { name, domain, legal, isSeen, values: wishes(domain, legal) };
}

/** What may be wished for: all values of a domain, or where there is no end of them what is legal, and of numbers those around. */
function wishes(domain, legal) {
  const inner = domain.is === "option" ? domain.inner : domain;
  if (inner.is !== "number" || inner.high !== null) return [...new Set([...game.values(domain), ...legal])];
  const last = Math.max(inner.low, ...[...legal].filter((each) => each !== null)) + 1;
  const numbers = Array.from({ length: Math.min(last - inner.low + 1, MOST_NUMBERS) }, (_, place) => inner.low + place);
  return [...new Set([...(inner === domain ? [] : [null]), ...numbers, ...legal])];
}

/** Makes something that is drawn answer to a click, where it stands for a value that may be pointed at. */
function answering(drawing, point, fits, value) {
  if (point === null || !fits || !(point.isSeen || point.values.includes(value))) return drawing;
  drawing.classList.add("pick");
  if (point.legal.has(value)) drawing.classList.add("legal");
  drawing.dataset.value = value;
  drawing.addEventListener("click", () => choose(value));
  return drawing;
}

function explain(action, obstacles) {
  const told = obstacles.map((each) => {
    const { says, basis } = game.explain(each, language);
    const quoted = basis.map((one) => element("blockquote", {}, element("b", {}, one.name), one.says ? ` ${one.says}` : ""));
    return [element("p", {}, says), ...(each.written ? [element("code", {}, each.written)] : []), ...quoted];
  });
  at("why").replaceChildren(element("h3", {}, `${say("illegal")}: ${game.words(action, language)}`), ...told.flat());
}

// ---- DRAWING

function draw() {
  const view = game.view(state, seat);
  const turn = game.turn(state);
  const mine = turn.seats.includes(seat);
  if (mine && wish === null) {
    const actions = game.asked(state);
    if (actions.length === 1 && actions[0].parameters.length) wish = { ...actions[0], arguments: [] };
  }
  const point = mine ? pointing() : null;
  document.title = DRAWING.title;
  document.documentElement.lang = language;
  at("title").textContent = DRAWING.title;
  at("again").textContent = say("again");
  at("turn").textContent = thinking === null ? status(turn, mine) : say("thinks", { who: player(thinking) });
  at("why").replaceChildren();
  at("log").replaceChildren(...log.slice(-80).reverse().map((line) => element("li", {}, line)));
  const isBoard = Object.keys(DRAWING.boards).length > 0;
  const land = [...boards(view, point), ...maps(DRAWING, view, point, { answering, named, svg })];
  at("table").replaceChildren(
    ...(land.length ? [element("div", { class: isBoard ? "land board" : "land" }, ...land)] : []),
    element("div", { class: "places" }, ...groups(view, point)),
  );
  const isTyping = at("choices").contains(document.activeElement);
  at("choices").replaceChildren(...(mine ? choices(point) : []));
  if (isTyping) (at("choices").querySelector(".chips:last-child .legal") ?? at("choices").querySelector(".legal"))?.focus();
  document.body.dataset.turn = turn.kind === "over" ? "over" : mine ? "own" : thinking === null ? "stopped" : "others";
}

function status(turn, mine) {
  if (turn.kind !== "over") return mine ? say("own_turn") : say("stopped");
  const outcome = game.outcome(state);
  if (outcome === null) return say("over");
  const scores = outcome.scores.map((score, place) => `${player(place + 1)}: ${score}`).join(", ");
  const winners = outcome.winners.map(player).join(", ") || say("nobody");
  return `${say("over")} ${say("won", { who: winners })} (${scores})`;
}

function choices(point) {
  const actions = game.asked(state);
  const made = [element("h3", {}, say("choose"))];
  const buttons = actions.map((action) => {
    const button = element("button", { type: "button", "data-action": action.name }, named(action.name));
    if (possible({ ...action, arguments: [] }).length) button.classList.add("legal");
    button.addEventListener("click", () => begin(action));
    return button;
  });
  made.push(element("div", { class: "chips" }, ...buttons));
  if (point === null) return made;
  const begun = wish.arguments.map((value, place) => game.valueWords(value, wish.parameters[place].domain, language));
  made.push(element("p", {}, `${named(wish.name)}: ${[...begun, `${asking(point)}?`].join(", ")}`));
  const chips = point.values.map((value) => {
    const chip = element("button", { type: "button", "data-value": value }, game.valueWords(value, point.domain, language));
    if (point.legal.has(value)) chip.classList.add("legal");
    chip.prepend(...lyingThen(value, point));
    chip.addEventListener("click", () => choose(value));
    return chip;
  });
  chips.sort((one, other) => other.classList.contains("legal") - one.classList.contains("legal"));
  made.push(element("div", { class: "chips" }, ...chips));
  return made;
}

/** What is asked for next, in words: a name of the rules has them, a parameter's own name may be one letter. */
function asking({ name, domain }) {
  const inner = domain.is === "option" ? domain.inner : domain;
  if (inner.is === "cell") return say("cell");
  if (inner.is === "seat") return say("who");
  return named(inner.of ?? name);
}

/** What would lie in the cell that was chosen, if this completes an action that is legal: a picture, or nothing. */
function lyingThen(value, point) {
  const place = wish.parameters.findIndex((each) => each.domain.is === "cell");
  const isLast = wish.arguments.length + 1 === wish.parameters.length;
  if (place < 0 || place >= wish.arguments.length || !isLast || !point.legal.has(value)) return [];
  try {
    const then = game.apply(state, { actor: seat, name: wish.name, arguments: [...wish.arguments, value] });
    const [before, after] = [state, then].map((each) => game.view(each, seat).zones);
    const here = found(DRAWING.boards, before, after, wish.arguments[place]);
    return here === null ? [] : [tile(here.board, here.piece, here.turn, named(here.piece), svg)];
  } catch (error) {
    if (!("code" in error)) throw error;
    return [];
  }
}

function piece(component, name, point) {
  const how = DRAWING.pieces[component];
  const board = Object.values(DRAWING.boards).find((each) => each.component === component);
  const made = board
    ? tile(board, name, 0, named(name), svg)
    : how.as === "figure"
      ? figure(how.colours[name], named(name), svg)
      : card(how.colours[name], named(name), svg);
  return answering(made, point, point?.domain.is === "piece" && point.domain.of === component, name);
}

/** What belongs to each player, the own first, and what to nobody in the middle; each with its numbers. */
function groups(view, point) {
  const rest = places(view, point, null);
  const numbers = numbersOf(view);
  const made = Array.from({ length: game.players }, (_, number) => {
    const key = String(number + 1);
    const own = number + 1 === seat;
    return group(own ? say("you", { who: player(key) }) : player(key), own, numbers.get(key) ?? [], places(view, point, key));
  });
  const [own] = made.splice(seat - 1, 1);
  const others = made.filter((each) => each !== null);
  const middle = group("", false, numbers.get("") ?? [], rest);
  return [own, middle, ...others].filter((each) => each !== null);
}

function group(name, own, numbers, held) {
  if (!numbers.length && !held.length) return null;
  const head = element("div", { class: "numbers" }, ...(name ? [element("h2", {}, name)] : []), ...numbers);
  const made = element("section", { class: own ? "group own" : "group" });
  if (name || numbers.length) made.append(head);
  made.append(element("div", { class: "held" }, ...held));
  return made;
}

/** The places of a player, or with null those of nobody; a board and a map have theirs themselves. */
function places(view, point, whose) {
  const made = [];
  const onBoards = Object.entries(DRAWING.boards).flatMap(([grid, { zones: others }]) => [grid, ...Object.keys(others)]);
  for (const zone of DRAWING.zones) {
    if (zone.as === "map" || zone.as === "nowhere" || onBoards.includes(zone.name)) continue;
    const held = view.zones[zone.name];
    if (zone.index === "player") {
      if (whose !== null) made.push(place(zone, whose, held[whose], point));
    } else if (whose !== null) continue;
    else if (zone.index === null) made.push(place(zone, null, held, point));
    // Of a family over many things only those places where something lies.
    else for (const [key, each] of Object.entries(held)) if (numberIn(each)) made.push(place(zone, key, each, point));
  }
  return made;
}

/** How often each name is in a list, in the order in which they come first. */
function counted(names) {
  const found = new Map();
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

/** Pieces that are alike side by side; of many one, and how many there are. */
function pieces(component, name, many, point) {
  if (many <= MOST) return Array.from({ length: many }, () => piece(component, name, point));
  return [element("span", { class: "many" }, piece(component, name, point), element("b", {}, `× ${many}`))];
}

const numberIn = (held) => (Array.isArray(held) ? held.length : held);

function place(zone, key, held, point) {
  const many = numberIn(held);
  const whose = key === null || zone.index === "player" ? "" : named(key);
  const head = element("h3", {}, `${named(zone.name)}${whose ? ` · ${whose}` : ""} (${many})`);
  const cards = element("div", { class: "cards" });
  if (!Array.isArray(held) || zone.as === "back") cards.append(...(many ? [back(many, svg)] : []));
  else if (zone.as === "pile") cards.append(...(many ? [piece(zone.component, held.at(-1), point)] : []));
  else cards.append(...[...counted(held)].flatMap(([name, many]) => pieces(zone.component, name, many, point)));
  const made = element("section", { class: `zone ${zone.as}` }, head, cards);
  const there = key === null ? zone.name : `${zone.name} of ${key}`;
  made.dataset.zone = there;
  if (zone.index === "player" && Number(key) === seat) made.classList.add("own");
  if (!many) made.classList.add("empty");
  return answering(made, point, point?.domain.is === "place", there);
}

function boards(view, point) {
  return Object.keys(DRAWING.boards).map((grid) => picture(grid, DRAWING, view.zones, point, { answering, named, svg }));
}

/** What the variables and the tokens say, by the seat that it belongs to; what belongs to none under "". */
function numbersOf(view) {
  const found = new Map();
  const add = (whose, name, value, of = null) => {
    if (value === null || value === false || value.length === 0) return;
    const told = of === "player" ? [value].flat().map(player).join(", ") : shown(value);
    const made = element("span", { class: "number" }, `${name} `, element("b", {}, told));
    found.set(whose, [...(found.get(whose) ?? []), made]);
  };
  for (const { name, index, of } of DRAWING.variables) {
    const value = view.variables[name];
    if (index === null) add("", named(name), value, of);
    else if (index === "player") for (const [key, each] of Object.entries(value)) add(key, named(name), each, of);
    else addAll(add, name, Object.entries(value).filter(([, each]) => each !== null && each !== false && each !== 0));
  }
  for (const [name, holders] of Object.entries(view.tokens ?? {})) {
    for (const [holder, amounts] of Object.entries(holders)) {
      const out = Object.entries(amounts).filter(([, many]) => many);
      if (holder === "player") for (const [key, many] of out) add(key, named(name), many);
      else addAll(add, name, out);
    }
  }
  return found;
}

/** A family over things that are no players, on one line: only those of which it says something. */
function addAll(add, name, out) {
  if (out.length) add("", `${named(name)}:`, out.map(([key, each]) => `${named(key)} ${each === true ? "" : shown(each)}`.trim()).join(", "));
}

// ---- BEGINNING

at("seat").append(...Array.from({ length: game.players }, (_, number) => element("option", { value: number + 1 })));
at("seat").value = seat;
at("seat").addEventListener("change", () => {
  seat = Number(at("seat").value);
  start();
});
if (!(language in WORDS)) language = "en";
at("language").append(...Object.keys(WORDS).map((each) => element("option", { value: each, lang: each }, nameOf(each))));
at("language").value = language;
at("language").addEventListener("change", () => {
  language = at("language").value;
  opponents();
  draw();
});
function nameOf(code) {
  return new Intl.DisplayNames([code], { type: "language", fallback: "code" }).of(code);
}
const opponents = () => {
  for (const each of at("seat").options) each.textContent = player(each.value);
  for (const each of ["seat", "opponents", "language"]) at(each).setAttribute("aria-label", say(`${each}_label`));
  at("opponents").replaceChildren(
    ...["by_chance", "search"].map((each) => element("option", { value: each }, say(each))),
  );
  at("opponents").value = searching ? "search" : "by_chance";
};
at("opponents").addEventListener("change", () => {
  searching = at("opponents").value === "search";
});
at("again").addEventListener("click", start);
opponents();
start();
