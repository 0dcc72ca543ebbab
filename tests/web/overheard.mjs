// Prints what a seat hears of each action that somebody else may take at the start of a game, as a line of JSON.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, seat] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const { heard } = await import(pathToFileURL(resolve(folder, "overheard.js")).href);
const game = await load();
const state = game.initial();
const { kind } = game.turn(state);
const told = game
  .legal(state)
  .filter((each) => each.actor !== Number(seat))
  .map((each) => [each.name, each.arguments, heard(game, state, Number(seat), each, kind)]);
console.log(JSON.stringify(told));
