// A player who searches: each action is tried in random games, and the one that comes out best is taken (flat Monte Carlo).
// What the seat does not see is drawn anew for each share of the games, so nothing is known that the seat cannot know.

/** Games that each action is tried in at the most, and in how many worlds. */
const PLAYOUTS = 30;
const WORLDS = 6;
/** The steps after which no further round of games is begun: so much takes about a second of the slowest games. */
const STEPS = 40_000;
const LONGEST = 400;

/** Draws one of the legal actions: of chance by its weights, of everybody else each as likely as another. */
export function drawn(legal, below) {
  const weights = legal.map((each) => each.weight ?? 1);
  let left = below(weights.reduce((sum, each) => sum + each, 0));
  return legal[weights.findIndex((each) => (left -= each) < 0)];
}

/**
 * An action of the seat; null where nothing is found that its view allows. `below(many)` draws a number below another.
 * Each action is tried in as many games as any other, and how many these are hangs on no clock.
 */
export function searched(game, state, seat, below, { playouts = PLAYOUTS, worlds = WORLDS, steps = STEPS } = {}) {
  const own = game.legal(state).filter((each) => each.actor === seat);
  if (own.length < 2) return own[0] ?? null;
  const totals = own.map(() => [0, 0]);
  const each = Math.ceil(playouts / worlds);
  let world = null;
  let isKnown = false;
  let drawings = 0;
  const counting = (many) => {
    drawings++;
    return below(many);
  };
  for (let round = 0; round < worlds * each && drawings < steps; round++) {
    if (round % each === 0) world = game.guess(state, seat, below);
    if (world === null) continue;
    isKnown = true;
    own.forEach((action, place) => {
      const [wins, lead] = worth(game, ended(game, world, action, counting), seat);
      totals[place][0] += wins;
      totals[place][1] += lead;
    });
  }
  if (!isKnown) return null;
  const best = totals.reduce((one, other) => (other[0] - one[0] || other[1] - one[1]) > 0 ? other : one);
  const equal = own.filter((_, place) => totals[place][0] === best[0] && totals[place][1] === best[1]);
  return equal[below(equal.length)];
}

/** What comes out of a random game that begins with an action; null where it does not come to an end. */
function ended(game, world, action, below) {
  try {
    return game.outcome(game.playout(game.apply(world, action), below, LONGEST));
  } catch (error) {
    if (!("code" in error)) throw error;
    return null;
  }
}

/** What that is worth for the seat: a share of the win, and a lead over the mean of the others. Nobody's win is half of one. */
function worth(game, outcome, seat) {
  if (outcome === null) return [0, 0];
  const { scores, winners } = outcome;
  const others = scores.filter((_, place) => place !== seat - 1);
  const lead = scores[seat - 1] - (others.length ? others.reduce((sum, each) => sum + each, 0) / others.length : 0);
  if (!winners.length) return [0.5 / game.players, lead];
  return [winners.includes(seat) ? 1 / winners.length : 0, lead];
}
