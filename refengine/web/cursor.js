// One game that is led on step by step, in a memory of its own: an action is a place in the list of what is legal.
import { BadData } from "./errors.js";

/** What leads a cursor back to where it was. */
class Mark {
  #owner;
  #held;

  constructor(owner, held) {
    this.#owner = owner;
    this.#held = held;
    Object.freeze(this);
  }

  /** The state of a mark that a cursor made. */
  static held(mark, owner) {
    if (!(mark instanceof Mark) || mark.#owner !== owner) throw new BadData("E0711", "a mark of this cursor is wanted");
    return mark.#held;
  }
}

/** Made by `game.cursor`, which gives what only the game can do with a memory; it begins in `state`. */
export class Cursor {
  #inside;
  #legal;
  #isListed = false;

  constructor(inside, state) {
    this.#inside = inside;
    this.#legal = inside.enter(state);
  }

  /** The number of legal actions; 0 where the game is over. */
  get legal() {
    return this.#legal;
  }

  /** Carries out the action at a place, and all that then runs by itself; gives how many are legal next. Stopped, it stays. */
  take(place) {
    this.#known(place);
    this.#isListed = false;
    return (this.#legal = this.#inside.take(place));
  }

  /** Who would take the action at a place: a seat, "chance" or "table". */
  actor(place) {
    return this.#inside.actor(this.#listed(place));
  }

  /** How much the action at a place weighs where chance decides; 1 elsewhere. */
  weight(place) {
    return this.#inside.weight(this.#listed(place));
  }

  /** The action at a place, as `game.legal` has it. */
  action(place) {
    return this.#inside.action(this.#listed(place));
  }

  /** The state, with which `game` does everything else. */
  get state() {
    return this.#inside.state();
  }

  /** Scores and winners; null while the game goes on, or where the rules declare no outcome. */
  outcome() {
    return this.#inside.outcome();
  }

  /** What leads back to this state, as often as you like. */
  mark() {
    return new Mark(this, this.#inside.state());
  }

  /** Goes to the state of a mark; gives how many actions are legal there. */
  back(mark) {
    const held = Mark.held(mark, this);
    this.#isListed = false;
    return (this.#legal = this.#inside.enter(held));
  }

  /** A place of what is legal, which is listed when somebody first asks what stands there: to go on it need not be. */
  #listed(place) {
    this.#known(place);
    if (!this.#isListed) this.#inside.list();
    this.#isListed = true;
    return place;
  }

  #known(place) {
    if (Number.isInteger(place) && place >= 0 && place < this.#legal) return place;
    const wanted = this.#legal ? `a number from 0 to ${this.#legal - 1}` : "none, since nothing is legal";
    throw new BadData("E0711", `the place of an action has to be ${wanted}`);
  }
}
