// Plays random games with a built package and tells everything of every state, a line of JSON for each.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, seed, games, limit] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const game = await load();
let drawn = Number(seed);
const below = (many) => {
  drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
  return Math.floor((drawn / 2 ** 32) * many);
};
const seats = Array.from({ length: game.players }, (_, seat) => seat + 1);
const hex = (bytes) => Buffer.from(bytes).toString("hex");

for (let number = 0; number < Number(games); number++) {
  let state;
  try {
    state = game.initial();
  } catch (error) {
    console.log(JSON.stringify({ fault: [error.name, error.clause ?? null] }));
    continue;
  }
  for (let step = 0; ; step++) {
    const told = game.toJson(state);
    if (!game.fromJson(told).equals(state)) throw new Error(`read otherwise than written: ${JSON.stringify(told)}`);
    const line = {
      state: told,
      turn: game.turn(state),
      views: seats.map((seat) => game.view(state, seat)),
      bytes: seats.map((seat) => hex(game.viewBytes(state, seat))),
      outcome: game.outcome(state),
    };
    let legal = [];
    try {
      legal = game.legal(state);
      line.legal = legal;
    } catch (error) {
      line.fault = [error.name, error.clause ?? null];
    }
    if (legal.length && step < Number(limit)) {
      const action = legal[below(legal.length)];
      line.action = action;
      try {
        state = game.apply(state, action);
      } catch (error) {
        line.fault = [error.name, error.clause ?? null];
      }
    }
    console.log(JSON.stringify(line));
    if (!line.action || line.fault) break;
  }
}
