// Plays a game against others, by chance or search: what the seat sees, what it may do, and why anything else may not be done.
// It knows no game: names come from the rules, words from labels, and how things look from `drawing.js`.
import { load } from "./game.js";
import { DRAWING, WORDS } from "./drawing.js";
import { found, picture, placeOf, tile } from "./board.js";
import { heard } from "./overheard.js";
import { drawn as drawnFrom, searched } from "./search.js";

const game = await load();
const asked = new URLSearchParams(location.search);
const at = (id) => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";
const BACK = "#7a2e2e";

let language = asked.get("language") ?? (navigator.language.startsWith("cs") ? "cs" : "en");
let seat = Math.min(Math.max(Number(asked.get("seat")) || 1, 1), game.players);
let drawn = asked.has("seed") ? Number(asked.get("seed")) : Math.floor(Math.random() * 2 ** 32);
let searching = asked.get("opponents") === "search";
let state;
let wish = null;
let log = [];

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
function goOn() {
  try {
    for (let turn = game.turn(state); turn.kind !== "over" && !turn.seats.includes(seat); turn = game.turn(state)) {
      const found = searching && turn.seats.length ? searched(game, state, turn.seats[0], below) : null;
      take(found ?? drawnFrom(game.legal(state), below), turn.kind);
    }
  } catch (error) {
    if (!error.name || !("code" in error)) throw error;
    log.push(error.message);
  }
  draw();
}

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

function decide(action) {
  const obstacles = game.whyNot(state, seat, action);
  wish = null;
  if (obstacles) {
    draw();
    explain(action, obstacles);
    return;
  }
  take({ actor: seat, name: action.name, arguments: action.arguments }, "player");
  goOn();
}

// ---- WISHING

/** The legal actions of the seat that begin as its wish does. */
function possible(chosen) {
  const legal = game.legal(state).filter((each) => each.actor === seat && each.name === chosen.name);
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
  const isEndless = domain.is === "cell" || domain.is === "spot";
  return { name, domain, legal, isEndless, values: isEndless ? [...legal] : game.values(domain) };
}

/** Makes something that is drawn answer to a click, where it stands for a value that may be pointed at. */
function answering(drawing, point, fits, value) {
  if (point === null || !fits || !(point.isEndless || point.values.includes(value))) return drawing;
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
  at("turn").textContent = status(turn, mine);
  at("why").replaceChildren();
  at("log").replaceChildren(...log.slice(-80).reverse().map((line) => element("li", {}, line)));
  at("table").replaceChildren(...boards(view, point), ...maps(view, point), ...zones(view, point), values(view));
  at("choices").replaceChildren(...(mine ? choices(point) : []));
  document.body.dataset.turn = turn.kind === "over" ? "over" : mine ? "own" : "stopped";
}

function status(turn, mine) {
  if (turn.kind !== "over") return mine ? say("own_turn") : say("stopped");
  const outcome = game.outcome(state);
  if (outcome === null) return say("over");
  const scores = outcome.scores.map((score, place) => `${player(place + 1)} ${score}`).join(", ");
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
  made.push(element("p", {}, `${named(wish.name)}: ${[...begun, `${point.domain.is === "cell" ? say("cell") : named(point.domain.of ?? point.name)}?`].join(", ")}`));
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
      ? figure(how.colours[name], name)
      : card(how.colours[name], name);
  return answering(made, point, point?.domain.is === "piece" && point.domain.of === component, name);
}

function card(colour, name) {
  const label = named(name);
  const made = svg("svg", { class: "card", viewBox: "0 0 76 106" });
  made.append(
    svg("title", {}, label),
    svg("rect", { x: 1, y: 1, width: 74, height: 104, rx: 8, fill: "#fbf7ec", stroke: "#00000055" }),
    svg("rect", { x: 5, y: 5, width: 66, height: 30, rx: 5, fill: colour ?? "#6d6a60" }),
  );
  const number = label.match(/\d+$/)?.[0];
  const rest = number ? label.slice(0, -number.length).trim() : label;
  if (number) made.append(svg("text", { x: 38, y: 28, "text-anchor": "middle", "font-size": 22, fill: "#fff" }, number));
  lines(rest, 11).forEach((line, place) =>
    made.append(svg("text", { x: 38, y: 52 + 13 * place, "text-anchor": "middle", "font-size": 11, fill: "#26221c" }, line)),
  );
  return made;
}

function lines(text, wide) {
  const found = [];
  for (const word of text.split(/ |(?<=-)/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < wide) found[found.length - 1] = `${last} ${word}`;
    else found.push(word.length > wide + 1 ? `${word.slice(0, wide)}…` : word);
  }
  return found.slice(0, 4);
}

function back(many) {
  const made = svg("svg", { class: "card", viewBox: "0 0 76 106" });
  made.append(
    svg("rect", { x: 1, y: 1, width: 74, height: 104, rx: 8, fill: BACK, stroke: "#00000066" }),
    svg("rect", { x: 7, y: 7, width: 62, height: 92, rx: 5, fill: "none", stroke: "#d9b24c", "stroke-dasharray": "3 3" }),
    svg("text", { x: 38, y: 62, "text-anchor": "middle", "font-size": 24, fill: "#f0dfb0" }, String(many)),
  );
  return made;
}

function figure(colour, name) {
  const made = svg("svg", { class: "figure", viewBox: "0 0 34 44" });
  made.append(
    svg("title", {}, named(name)),
    svg("path", { d: "M17 3a8 8 0 0 1 5 14c5 4 7 12 8 23H4c1-11 3-19 8-23a8 8 0 0 1 5-14z", fill: colour ?? "#888", stroke: "#0008" }),
  );
  return made;
}

function zones(view, point) {
  const made = [];
  const onBoards = Object.entries(DRAWING.boards).flatMap(([grid, { zones: others }]) => [grid, ...Object.keys(others)]);
  for (const zone of DRAWING.zones) {
    if (zone.as === "map" || zone.as === "nowhere" || onBoards.includes(zone.name)) continue;
    const held = view.zones[zone.name];
    if (zone.index === null) made.push(place(zone, null, held, point));
    else for (const [key, each] of Object.entries(held)) if (worthDrawing(zone, each)) made.push(place(zone, key, each, point));
  }
  return made.sort((one, other) => other.classList.contains("own") - one.classList.contains("own"));
}

/** Of a family over many things only those places where something lies; of one over players all. */
function worthDrawing(zone, held) {
  return zone.index === "player" || (Array.isArray(held) ? held.length : held) > 0;
}

function place(zone, key, held, point) {
  const many = Array.isArray(held) ? held.length : held;
  const whose = key === null ? "" : zone.index === "player" ? player(key) : named(key);
  const head = element("h2", {}, `${named(zone.name)}${whose ? ` · ${whose}` : ""} (${many})`);
  const cards = element("div", { class: "cards" });
  if (!Array.isArray(held) || zone.as === "back") cards.append(...(many ? [back(many)] : []));
  else if (zone.as === "pile") cards.append(...(many ? [piece(zone.component, held.at(-1), point)] : []));
  else cards.append(...held.map((name) => piece(zone.component, name, point)));
  const made = element("section", { class: `zone ${zone.as}` }, head, cards);
  made.dataset.zone = key === null ? zone.name : `${zone.name} of ${key}`;
  if (zone.index === "player" && Number(key) === seat) made.classList.add("own");
  if (!many) made.classList.add("empty");
  const there = key === null ? zone.name : `${zone.name} of ${key}`;
  return answering(made, point, point?.domain.is === "place", there);
}

function boards(view, point) {
  return Object.keys(DRAWING.boards).map((grid) => picture(grid, DRAWING, view.zones, point, { answering, named, svg }));
}

/** Maps: a node for each member of a kind, with lines between those that are related, and what lies there. */
function maps(view, point) {
  return Object.entries(DRAWING.maps).map(([kind, { at: spots, lines: pairs }]) => {
    const made = svg("svg", { class: "map", viewBox: "0 0 1000 1000" });
    for (const [one, other] of pairs) {
      const [[x1, y1], [x2, y2]] = [spots[one], spots[other]];
      made.append(svg("line", { x1, y1, x2, y2, stroke: "#cfe3ee", "stroke-width": 4, "stroke-dasharray": "10 8" }));
    }
    for (const [member, [x, y]] of Object.entries(spots)) {
      const node = svg("g", { transform: `translate(${x} ${y})` });
      node.append(svg("circle", { r: 62, fill: "#e9dfc2", stroke: "#26221c", "stroke-width": 3 }));
      lines(named(member), 12).forEach((line, row, all) => {
        const y = -14 - 19 * (all.length - 1 - row);
        node.append(svg("text", { y, "text-anchor": "middle", "font-size": 18, fill: "#26221c" }, line));
      });
      const there = DRAWING.zones.filter((zone) => zone.as === "map" && zone.index === kind);
      node.append(...figures(there, member, view));
      const fits = point?.domain.is === "member" && point.domain.of === kind;
      made.append(answering(node, point, fits, member));
      if (node.classList.contains("legal")) node.firstChild.setAttribute("stroke", "#d9b24c");
      if (node.classList.contains("legal")) node.firstChild.setAttribute("stroke-width", 9);
    }
    return made;
  });
}

function figures(there, member, view) {
  const made = [];
  for (const zone of there) {
    const counted = new Map();
    for (const name of view.zones[zone.name][member]) counted.set(name, (counted.get(name) ?? 0) + 1);
    [...counted].forEach(([name, many], number) => {
      const x = 42 * number - 21 * (counted.size - 1);
      const colour = DRAWING.pieces[zone.component].colours[name] ?? "#888";
      made.push(
        svg("title", {}, `${many} ${named(name)}`),
        svg("circle", { cx: x, cy: 24, r: 19, fill: colour, stroke: "#26221c", "stroke-width": 2 }),
        svg("text", { x, y: 32, "text-anchor": "middle", "font-size": 22, fill: "#fff", "font-weight": "bold" }, String(many)),
      );
    });
  }
  return made;
}

function values(view) {
  const rows = [];
  const row = (name, whose, value) => rows.push(element("tr", {}, element("th", {}, whose ? `${name} · ${whose}` : name), element("td", {}, value)));
  for (const { name, index } of DRAWING.variables) {
    const value = view.variables[name];
    if (index === null) row(named(name), "", shown(value));
    else if (index === "player") for (const [key, each] of Object.entries(value)) row(named(name), player(key), shown(each));
  }
  for (const [name, holders] of Object.entries(view.tokens ?? {})) {
    for (const [holder, amounts] of Object.entries(holders)) {
      const out = Object.entries(amounts).filter(([, many]) => many);
      for (const [key, many] of out) row(named(name), holder === "player" ? player(key) : named(key), String(many));
    }
  }
  return element("section", { class: "zone" }, element("table", {}, ...rows));
}

// ---- BEGINNING

at("seat").append(...Array.from({ length: game.players }, (_, number) => element("option", { value: number + 1 }, String(number + 1))));
at("seat").value = seat;
at("seat").addEventListener("change", () => {
  seat = Number(at("seat").value);
  start();
});
if (!(language in WORDS)) language = "en";
at("language").append(...Object.keys(WORDS).map((each) => element("option", { value: each }, each)));
at("language").value = language;
at("language").addEventListener("change", () => {
  language = at("language").value;
  opponents();
  draw();
});
const opponents = () => {
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
