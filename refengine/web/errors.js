// What goes wrong, by name: each error says what it is about.

/** Something that a game refuses. `code` is that of the page that explains it, where there is one. */
export class GameError extends Error {
  constructor(code, message) {
    super(code ? `${code}: ${message}` : message);
    this.name = new.target.name;
    this.code = code;
  }
}

/** The module is not the one that this code was made for: nothing of it has run. */
export class Damaged extends GameError {}

/** Data from outside that are no state, seat or action of this game. */
export class BadData extends GameError {}

/** An action that the rules do not allow here. */
export class IllegalAction extends GameError {}

/** The rules do not say how to go on; `clause` and `citations` say where. */
export class Fault extends GameError {
  constructor(site) {
    const cited = site.citations.length ? ` (per ${site.citations.join(", ")})` : "";
    super("", `${site.what} in \`${site.clause}\`${cited}`);
    this.clause = site.clause;
    this.citations = site.citations;
  }
}

/** The module can not hold this, though the rules may go on: the reference engine can say. */
export class Beyond extends GameError {}
