// Leads a cursor and the states of the game on by the same random choices, and counts where they differ; then asks for what is none.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, seed, games, limit] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const [game, stranger] = [await load(), await load()];
let number = Number(seed);
const below = (many) => {
  number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
  return Math.floor((number / 2 ** 32) * many);
};
const told = (work) => {
  try {
    return work();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
};
const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);
const found = { steps: 0, over: 0, backs: 0, differ: [], refused: [], stops: [] };
const compare = (cursor, state) => {
  const legal = told(() => game.legal(state));
  if (!Array.isArray(legal)) return [];
  if (cursor.legal !== legal.length) found.differ.push(["legal", cursor.legal, legal.length]);
  for (const [place, action] of legal.entries()) {
    if (!same(cursor.action(place), action)) found.differ.push(["action", cursor.action(place), action]);
    if (cursor.actor(place) !== action.actor || cursor.weight(place) !== (action.weight ?? 1)) found.differ.push(["actor", place]);
  }
  if (!cursor.state.equals(state)) found.differ.push("state");
  if (!same(told(() => cursor.outcome()), told(() => game.outcome(state)))) found.differ.push("outcome");
  return legal;
};
for (let one = 0; one < Number(games); one++) {
  let state = game.initial();
  const cursor = one % 2 ? game.cursor(state) : game.cursor();
  let marked = null;
  for (let step = 0; step < Number(limit); step++) {
    const legal = compare(cursor, state);
    if (!legal.length) break;
    if (below(8) === 0) marked = { mark: cursor.mark(), state };
    const place = below(legal.length);
    const next = told(() => game.apply(state, legal[place]));
    const taken = told(() => cursor.take(place));
    found.steps++;
    // A cursor lists what is legal next in the same step, so that it stops where that cannot be told.
    const listed = typeof next === "string" ? next : told(() => game.legal(next));
    if (typeof listed === "string") {
      if (listed !== taken) found.differ.push(["stop", listed, taken]);
      if (!found.stops.includes(listed)) found.stops.push(listed);
      compare(cursor, state);
      break;
    }
    if (taken !== cursor.legal) found.differ.push(["taken", taken]);
    state = next;
    if (marked !== null && below(20) === 0) {
      found.backs++;
      cursor.back(marked.mark);
      ({ state } = marked);
    }
  }
  if (game.turn(state).kind === "over") found.over++;
}
const cursor = game.cursor();
const other = game.cursor();
const before = cursor.state;
for (const place of [-1, cursor.legal, 0.5, NaN, "0", null, undefined, 0n, 2 ** 32, {}]) {
  for (const name of ["take", "actor", "weight", "action"]) found.refused.push(told(() => cursor[name](place)));
}
for (const mark of [null, undefined, {}, before, other.mark(), stranger.cursor().mark()]) found.refused.push(told(() => cursor.back(mark)));
for (const state of [null, {}, stranger.initial(), game.toJson(before)]) found.refused.push(told(() => game.cursor(state)));
if (!cursor.state.equals(before) || cursor.legal !== other.legal) found.differ.push("what was refused left something");
other.take(0);
if (!cursor.state.equals(before)) found.differ.push("two cursors share a memory");
compare(cursor, before);
console.log(JSON.stringify(found));
