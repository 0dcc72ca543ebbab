// Plays the same games twice: by `playout`, and by `legal` and `apply` with the same numbers; then asks for what is no playout.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, games, steps] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const { drawn } = await import(pathToFileURL(resolve(folder, "search.js")).href);
const game = await load();
const numbers = (start) => {
  let number = start;
  const below = (many) => {
    below.drawn++;
    number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
    return Math.floor((number / 2 ** 32) * many);
  };
  below.drawn = 0;
  return below;
};
const found = { alike: 0, over: 0, steps: 0, refused: [] };
for (let seed = 1; seed <= Number(games); seed++) {
  const [inside, outside] = [numbers(seed), numbers(seed)];
  const start = game.initial();
  const end = game.playout(start, inside, Number(steps));
  let state = start;
  for (let step = 0; step < Number(steps) && game.turn(state).kind !== "over"; step++) state = game.apply(state, drawn(game.legal(state), outside));
  if (end.equals(state) && inside.drawn === outside.drawn && start.equals(game.initial())) found.alike++;
  if (game.turn(end).kind === "over") found.over++;
  found.steps += inside.drawn;
}
for (const [below, many] of [[() => -1, 5], [() => 0.5, 5], [() => NaN, 5], [(all) => all, 5], [() => "0", 5], [() => 0, -1], [() => 0, 1.5], [() => 0, "x"]]) {
  try {
    game.playout(game.initial(), below, many);
    found.refused.push("not");
  } catch (error) {
    found.refused.push(error.code);
  }
}
console.log(JSON.stringify(found));
