// Plays games with a built package in which one seat searches and all others choose by chance; a line of JSON for each.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, seed, games, playouts, cheats] = process.argv.slice(2);
const { load } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const { drawn, searched } = await import(pathToFileURL(resolve(folder, "search.js")).href);
const game = await load();
const numbers = (start) => {
  let number = Number(start);
  return (many) => {
    number = (Math.imul(number, 1664525) + 1013904223) >>> 0;
    return Math.floor((number / 2 ** 32) * many);
  };
};
const below = numbers(seed);
const found = { wins: 0, guesses: 0, alike: 0, otherwise: 0, none: 0 };
const told = {
  players: game.players,
  legal: (state) => game.legal(state),
  apply: (state, action) => game.apply(state, action),
  turn: (state) => game.turn(state),
  playout: (state, drawing, steps) => game.playout(state, drawing, steps),
  outcome: (state) => game.outcome(state),
  guess: (state, seat, drawing) => (cheats ? state : game.guess(state, seat, drawing)),
};

for (let number = 0; number < Number(games); number++) {
  const seat = 1 + (number % game.players);
  let state = game.initial();
  for (let turn = game.turn(state); turn.kind !== "over"; turn = game.turn(state)) {
    let action = null;
    if (turn.seats[0] === seat) {
      const dice = below(2 ** 30);
      action = searched(told, state, seat, numbers(dice), { playouts: Number(playouts), worlds: 3 });
      const other = game.guess(state, seat, below);
      if (other !== null) {
        found.guesses++;
        if (!other.equals(state)) found.otherwise++;
        const same = searched(told, other, seat, numbers(dice), { playouts: 3, worlds: 3 });
        const first = searched(told, state, seat, numbers(dice), { playouts: 3, worlds: 3 });
        if (JSON.stringify(same) === JSON.stringify(first)) found.alike++;
      } else found.none++;
    }
    state = game.apply(state, action ?? drawn(game.legal(state), below));
  }
  const { winners } = game.outcome(state);
  if (winners.includes(seat)) found.wins += 1 / winners.length;
}
console.log(JSON.stringify(found));
