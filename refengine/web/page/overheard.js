// What a seat hears of what others decide: no more than it could see.

/** The name of an action that somebody else takes; null where another one would have led to what looks the same. */
export function heard(game, state, seat, action, kind) {
  const legal = game.legal(state).filter((each) => each.actor === action.actor && each.name !== action.name);
  if (kind === "players" && legal.length) return null; // what is chosen at once and in secret is known when it is seen
  const seen = looks(game, state, seat, action);
  return legal.some((each) => looks(game, state, seat, each) === seen) ? null : action.name;
}

/** What the seat sees after an action; null where the rules break off, which everybody would notice. */
function looks(game, state, seat, action) {
  try {
    return JSON.stringify(game.view(game.apply(state, action), seat));
  } catch (error) {
    if (!error.name || !("code" in error)) throw error;
    return null;
  }
}
