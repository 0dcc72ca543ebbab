// What every game shares: states as packed bytes, played by a WebAssembly module that can touch nothing but its own memory.
// It is made by refengine and needs nothing else. A state is a value: `apply` gives a new one.

import { Boards } from "./boards.js";
import { Cursor } from "./cursor.js";
import { BadData, Beyond, Damaged, Fault, IllegalAction } from "./errors.js";
import { clip, isObject, putUnsigned, unsigned } from "./plain.js";

export { BadData, Beyond, Damaged, Fault, GameError, IllegalAction } from "./errors.js";

const BYTES = Symbol("bytes");
const OWNER = Symbol("game");
const NOTHING = -(2n ** 63n);
const DEEPEST_DATA = 64;
const MOST_PARTS = 1_000_000;
const MOST_GUESSES = 60;
const FEW = 64;
const PARTS_OF_ACTION = ["actor", "name", "arguments", "weight"];
const HALVES = /\p{Surrogate}/u;

/** The items in an order that chance draws. */
const shuffled = (items, below) => {
  for (let last = items.length - 1; last > 0; last--) {
    const other = below(last + 1);
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
};

/** A state of one game: frozen bytes, equal where the states are. */
export class State {
  constructor(owner, bytes) {
    Object.defineProperty(this, OWNER, { value: owner });
    Object.defineProperty(this, BYTES, { value: bytes });
    Object.freeze(this);
  }

  /** Whether another state of the same game is the same. */
  equals(other) {
    if (!(other instanceof State) || other[OWNER] !== this[OWNER]) return false;
    const one = this[BYTES];
    const two = other[BYTES];
    return one.every((byte, at) => byte === two[at]);
  }
}

/** A game under one configuration. Made by `load` of the file beside this one. */
export class Game {
  #data;
  #module;
  #owner;
  #exports;
  #bytes;
  #numbers;
  #layout;
  #names;
  #index;
  #places;
  #boards;

  static async open(data, hash, source) {
    const bytes = await read(source);
    if (sha256(bytes) !== hash) {
      throw new Damaged("", `the module of \`${data.game}\` is not the one that was built with this file`);
    }
    return new Game(data, await WebAssembly.compile(bytes));
  }

  /** The game of a module, in a memory of its own; one that leads the states of another game on is its cursor's. */
  constructor(data, module, owner = null) {
    this.#data = data;
    this.#module = module;
    this.#owner = owner ?? this;
    this.#layout = data.layout;
    this.#exports = new WebAssembly.Instance(module, {}).exports;
    // The memory of a module never grows, so that what looks at it can be kept.
    this.#bytes = new Uint8Array(this.#exports.memory.buffer);
    this.#numbers = new DataView(this.#exports.memory.buffer);
    this.#names = { ...data.kinds };
    for (const [name, each] of Object.entries(data.components)) this.#names[name] = each.pieces;
    this.#index = {};
    for (const [name, listed] of Object.entries(this.#names)) {
      this.#index[name] = new Map(listed.map((each, number) => [each, number]));
    }
    this.#places = new Map(data.places.map((each, number) => [each.name, number]));
    this.#boards = new Boards(data, this.#names);
  }

  /** The name of the game. */
  get name() {
    return this.#data.game;
  }

  /** The version of its rules, as states name it. */
  get version() {
    return this.#data.version;
  }

  /** How many play. */
  get players() {
    return this.#data.players;
  }

  /** The label of a name in a language; the name itself, where nobody has given it one. */
  label(name, language) {
    return own(own(this.#data.labels, language) ?? {}, name) ?? name;
  }

  /** The languages in which names have labels. */
  get languages() {
    return Object.keys(this.#data.labels);
  }

  // ---- PLAYING

  /** The state at the start, after everything that runs by itself. */
  initial() {
    this.#call("initial", [], this.#data.setup);
    return this.#leave();
  }

  /** Who decides: a player, all who still owe a secret choice, chance, the table, or nobody. */
  turn(state) {
    const frame = this.#top(this.#enter(state));
    if (frame === null) return { kind: "over", seats: [] };
    const decider = this.#data.deciders[frame];
    if (decider === "chance" || decider === "table") return { kind: decider, seats: [] };
    const mask = BigInt.asUintN(64, this.#call("seats"));
    const seats = [];
    for (let seat = 0; seat < this.players; seat++) if ((mask >> BigInt(seat)) & 1n) seats.push(seat + 1);
    return { kind: decider === "one" ? "player" : "players", seats };
  }

  /** Every legal action of everyone who decides, in the order of the rules. */
  legal(state) {
    this.#enter(state);
    return this.#listed().map((each) => each.action);
  }

  /** The state after a legal action, and after everything that runs by itself then. */
  apply(state, action) {
    const frame = this.#top(this.#enter(state));
    const said = this.#said(action);
    const listed = this.#listed();
    const place = listed.findIndex((each) => same(each.action, said));
    if (place < 0) throw this.#refusal(frame, said);
    const { action: meant, clause } = listed[place];
    if (said.weight !== undefined && (said.weight ?? undefined) !== meant.weight) {
      const wanted = meant.weight ?? "that of nobody but chance";
      throw new BadData("E0713", `\`${shown(said.weight)}\` is no value of the weight of \`${said.name}\`: it has to be ${wanted}`);
    }
    this.#call("apply", [place], clause);
    return this.#leave();
  }

  /**
   * The state after random play, of `steps` actions at the most. Of what is legal chance draws by its weights, everybody
   * else each as likely as another; `below(many)` draws a number below another.
   */
  playout(state, below, steps) {
    if (!Number.isSafeInteger(steps) || steps < 0) throw new BadData("E0711", "the number of steps has to be a whole number from 0");
    drawing(below);
    this.#enter(state);
    const inside = this.#bytes.subarray(this.#layout.state, this.#layout.state + this.#layout.size);
    for (let step = 0, many = this.#call("count"); step < steps && many; step++) {
      const isChance = this.#data.deciders[this.#top(inside)] === "chance";
      const weights = isChance ? this.#weights() : null;
      const all = isChance ? weights.reduce((sum, each) => sum + each, 0) : many;
      let left = below(all);
      if (!Number.isInteger(left) || left < 0 || left >= all) throw new BadData("E0711", `\`below\` has to draw a whole number below ${all}`);
      many = this.#advance(isChance ? weights.findIndex((each) => (left -= each) < 0) : left);
    }
    return this.#leave();
  }

  /** Scores by seat, and the seats that won; null while the game goes on, or where the rules declare no outcome. */
  outcome(state) {
    this.#enter(state);
    return this.#outcome();
  }

  #outcome() {
    if (!this.#data.outcome || !this.#call("ended")) return null;
    const { results } = this.#layout;
    const scores = [];
    for (let seat = 0; seat < this.players; seat++) scores.push(exact(this.#numbers.getBigInt64(results + 8 * seat, true)));
    const mask = this.#numbers.getBigUint64(results + 8 * this.players, true);
    const winners = scores.map((_, seat) => seat + 1).filter((seat) => (mask >> BigInt(seat - 1)) & 1n);
    return { scores, winners };
  }

  /** One game that is led on step by step, from the start or from a state. */
  cursor(state = this.initial()) {
    const own = new Game(this.#data, this.#module, this);
    const inside = {
      enter: (wanted) => {
        own.#enter(wanted);
        return own.#call("count");
      },
      list: () => own.#call("legal"),
      take: (place) => own.#advance(place),
      actor: (place) => own.#actor(place),
      weight: (place) => own.#weight(place),
      action: (place) => own.#listedAt(place).action,
      state: () => own.#leave(),
      outcome: () => own.#outcome(),
    };
    return new Cursor(inside, state);
  }

  // ---- WISHES

  /** The actions that somebody is asked for in a state, whether anything of them is legal or not. */
  asked(state) {
    const frame = this.#top(this.#enter(state));
    return this.#data.actions
      .filter((each) => each.frame === frame)
      .map(({ name, by, parameters }) => ({ name, by, parameters: parameters.map((each) => ({ ...each })) }));
  }

  /** Every value of the domain of a parameter, as actions have them; none, where there are millions or no end of them. */
  values(domain) {
    if (!isObject(domain)) throw new BadData("E0711", "a domain has to be one that `asked` told");
    switch (domain.is) {
      case "truth":
        return [false, true];
      case "seat":
        return Array.from({ length: this.players }, (_, seat) => seat + 1);
      case "number":
        return domain.high === null || domain.high - domain.low >= MOST_PARTS ? [] : Array.from({ length: domain.high - domain.low + 1 }, (_, at) => domain.low + at);
      case "member":
      case "piece":
        return [...(own(this.#names, domain.of) ?? [])];
      case "place":
        return this.#data.places.filter((each) => each.component === domain.of).map((each) => each.name);
      case "option":
        return [null, ...this.values(domain.inner)];
      default:
        return [];
    }
  }

  /** A value of such a domain in the words that players know. */
  valueWords(value, domain, language) {
    if (!isObject(domain)) throw new BadData("E0711", "a domain has to be one that `asked` told");
    return this.#shownIn(value, domain, language);
  }

  // ---- WHY NOT

  /**
   * All that a seat (or "chance", "table") sees stand in the way of its action, in the order in which it is looked at;
   * null where the action is legal. As in the reference engine: a turn, or an argument that is not on offer, is the last
   * that is looked at, and where a condition breaks off what was found before it counts. Where it sees nothing of the
   * kind: whatever may stand in the way unseen; if there are several they are `hidden`, and one at least does.
   */
  whyNot(state, seat, action) {
    const bytes = this.#enter(state);
    if (!isObject(action)) throw new BadData("E0711", "an action has to be an object with name and arguments");
    const said = this.#said({ ...action, actor: seat });
    const frame = this.#top(bytes);
    const named = this.#data.actions.map((each, number) => ({ each, number })).filter(({ each }) => each.name === said.name);
    if (!named.length) throw new BadData("E0719", `there is no action \`${clip(said.name)}\` in this game`);
    const asked = named.find(({ each }) => each.frame === frame);
    if (asked === undefined) {
      this.#fits(named, said);
      return [this.#unasked(frame)];
    }
    this.#wish(asked.number, asked.each, said);
    let broken = null;
    try {
      this.#call("why_not");
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      broken = error;
    }
    const found = this.#refused(this.#layout.found);
    if (broken && !found.length) throw broken;
    if (!found.length) return null;
    const unseen = this.#refused(this.#layout.unseen);
    const seen = found.filter((number) => !unseen.includes(number));
    const hidden = !seen.length && unseen.length > 1;
    return (seen.length ? seen : unseen).map((number) => {
      return { ...this.#obstacle(this.#data.refusals[number], asked.each, said, state), hidden };
    });
  }

  /** The numbers of refusals in a list of the module. */
  #refused(address) {
    const memory = new DataView(this.#exports.memory.buffer, address);
    const many = Number(memory.getBigInt64(0, true));
    return Array.from({ length: many }, (_, place) => Number(memory.getBigInt64(8 + 8 * place, true)));
  }

  /** An obstacle in words: the label of its clause, a sentence, and what each statement says that it cites. */
  explain(obstacle, language) {
    const sentences = this.#sentences(language);
    if (!this.#isTold(obstacle, sentences)) throw new BadData("E0711", "an obstacle has to be one that `whyNot` told");
    const { kind, argument, decides, labels } = obstacle;
    const label = own(labels, language) ?? labels.en ?? this.label(obstacle.clause, language);
    const player = (seat) => sentences.player.replace("{n}", () => shown(seat));
    const filled = {
      what: argument === null ? "" : this.#shownIn(argument.value, argument.domain, language),
      who: decides.length ? decides.map(player).join(", ") : "",
      bar: label,
    };
    const left = kind === "turn" && !decides.length ? sentences.everybody : sentences[kind];
    const sure = left.replace(/\{(\w+)\}/g, (_, slot) => filled[slot]);
    const says = obstacle.hidden ? sentences.perhaps.replace("{says}", () => sure) : sure;
    const basis = obstacle.citations.map((id) => {
      const told = this.#data.statements[id];
      return { id, name: own(told.name, language) ?? told.name.en, lines: told.lines, says: own(told.says, language) ?? told.says.en ?? null };
    });
    return { label, says, basis };
  }

  #isTold(obstacle, sentences) {
    if (!isObject(obstacle)) return false;
    const { kind, argument, decides, citations, labels, hidden } = obstacle;
    const isOfOne = argument === null || (isObject(argument) && isObject(argument.domain));
    const isCited = Array.isArray(citations) && citations.every((id) => own(this.#data.statements, id) !== undefined);
    return typeof own(sentences, kind) === "string" && isOfOne && isCited && Array.isArray(decides) && isObject(labels) && typeof hidden === "boolean";
  }

  /** An action in the words that players know, without who takes it; of a name that no action has the name alone. */
  words(action, language) {
    const said = this.#said(action);
    const named = this.#data.actions.filter((each) => each.name === said.name);
    if (!named.length) return said.name;
    const declared = named.find((each) => each.parameters.length === said.arguments.length) ?? named[0];
    this.#counted(declared, said);
    const told = declared.parameters.map((each, place) => this.#shownIn(said.arguments[place], each.domain, language));
    const name = this.label(said.name, language);
    return told.length ? `${name === said.name ? name.replaceAll("_", " ") : name}: ${told.join(", ")}` : name.replaceAll("_", " ");
  }

  #sentences(language) {
    return own(this.#data.sentences, language) ?? this.#data.sentences.en;
  }

  #shownIn(value, domain, language) {
    const sentences = this.#sentences(language);
    const inner = domain.is === "option" ? domain.inner : domain;
    if (value === null) return sentences.nothing;
    if (inner.is === "set" && Array.isArray(value)) {
      if (value.length > MOST_PARTS) throw new BadData("E0730", `a set holds more than ${MOST_PARTS} parts`);
      return value.map((each) => this.#shownIn(each, inner.inner, language)).join(", ");
    }
    if (inner.is === "seat") return sentences.player.replace("{n}", () => shown(value));
    if (typeof value !== "string") return shown(value);
    const named = (name) => (this.label(name, language) === name ? name.replaceAll("_", " ") : this.label(name, language));
    if (inner.is !== "place" || !value.includes(" of ")) return named(value);
    const [zone, key] = value.split(" of ");
    return `${named(zone)} (${/^\d+$/.test(key) ? sentences.player.replace("{n}", key) : named(key)})`;
  }

  #unasked(frame) {
    const begun = frame === null ? this.#data.setup : this.#data.scripts[this.#data.frames[frame].phase];
    return { kind: "unasked", clause: begun.clause, citations: begun.citations, argument: null, decides: [], written: null, labels: {}, hidden: false };
  }

  #obstacle(refusal, action, said, state) {
    const { kind, clause, citations, parameter, written, labels } = refusal;
    const argument =
      parameter === null
        ? null
        : {
            name: action.parameters[parameter].name,
            value: said.arguments[parameter],
            domain: action.parameters[parameter].domain,
          };
    const decides = kind === "turn" ? this.turn(state).seats : [];
    return { kind, clause, citations, argument, decides, written, labels };
  }

  /** What an action is refused with that is not on the list: its name, its parts, or that it is not legal. */
  #refusal(frame, said) {
    const number = this.#data.actions.findIndex((each) => each.frame === frame && each.name === said.name);
    if (number < 0) return new BadData("E0719", `\`${clip(said.name)}\` is not offered here`);
    this.#wish(number, this.#data.actions[number], said);
    const wish = clip(`${said.name}(${said.arguments.slice(0, 60).map(shown).join(", ")})`);
    return new IllegalAction("E0701", `\`${wish}\` is not legal here for ${shown(said.actor)}`);
  }

  /** Refuses a wish that could never be asked for, as no action of its name has such an actor or such arguments. */
  #fits(named, said) {
    let first = null;
    for (const { each, number } of named) {
      try {
        this.#wish(number, each, said);
        return;
      } catch (error) {
        if (!(error instanceof BadData)) throw error;
        first ??= error;
      }
    }
    throw first;
  }

  #counted(action, said) {
    if (said.arguments.length !== action.parameters.length) {
      throw new BadData("E0711", `the number of arguments of \`${action.name}\` has to be ${action.parameters.length}`);
    }
  }

  /** Writes a wish where the module looks for it. */
  #wish(number, action, said) {
    if (action.by !== "player" && said.actor !== action.by) {
      throw new BadData("E0713", `\`${shown(said.actor)}\` is no actor of \`${action.name}\`: it has to be ${action.by}`);
    }
    const seat = action.by === "player" ? this.#held({ is: "seat" }, said.actor, "the actor") : -1;
    this.#counted(action, said);
    const held = action.parameters.map(({ name, domain, form }, place) => {
      const given = said.arguments[place];
      if (domain.is === "set") return this.#heldSet(form, domain, given, `\`${name}\``);
      if (domain.is !== "option") return BigInt(this.#held(domain, given, `\`${name}\``));
      return given === null ? NOTHING : BigInt(this.#held(domain.inner, given, `\`${name}\``));
    });
    const { wish, head } = this.#layout;
    const memory = new DataView(this.#exports.memory.buffer, wish);
    [BigInt(number), BigInt(seat), 1n].forEach((each, place) => memory.setBigInt64(8 * place, each, true));
    held.forEach((each, place) => memory.setBigInt64(8 * (head + place), each, true));
  }

  // ---- LOOKING

  /** What the player in a seat, from 1, sees: cut inside the module, so that what is hidden never leaves it. */
  view(state, seat) {
    const told = this.viewBytes(state, seat);
    const turn = this.turn(state);
    return { player: seat, ...this.#seen(told), turn };
  }

  /** The bytes of the same view: equal where the views are. */
  viewBytes(state, seat) {
    if (!Number.isInteger(seat) || seat < 1 || seat > this.players) {
      throw new BadData("E0712", `there is no seat \`${shown(seat)}\``);
    }
    this.#enter(state);
    this.#call("view", [BigInt(seat - 1)]);
    const { address, size } = this.#layout.view;
    return this.#bytes.slice(address, address + size);
  }

  #seen(bytes) {
    const view = this.#layout.view;
    const state = bytes.subarray(view.state);
    const numbers = new DataView(bytes.buffer, bytes.byteOffset);
    let place = 0;
    const zones = {};
    for (const zone of this.#data.zones) {
      const lying = zone.order ?? zone;
      zones[zone.name] = this.#family(lying, (at) => {
        const here = place++;
        if (!bytes[view.places + here]) return numbers.getUint32(view.counts + 4 * here, true);
        return this.#value(state, at, lying.form, { is: "set", inner: { is: "piece", of: zone.component } });
      });
    }
    let cell = 0;
    const variables = {};
    for (const variable of this.#data.variables) {
      variables[variable.name] = this.#family(variable, (at) =>
        bytes[view.cells + cell++] ? this.#value(state, at, variable.form, variable.domain) : null,
      );
    }
    const found = { zones: this.#inOrder(zones, state), variables };
    if (this.#data.tokens.length) found.tokens = this.#tokens(state);
    found.control = this.#stack(state, (slot, field) => bytes[view.frames + slot * view.held + field] === 1);
    return found;
  }

  /**
   * A state that looks the same to the seat: what it does not see is put anew where such things are, by `below(many)`, which
   * draws a number. Null where none is found. What is drawn hangs on the view and on the numbers alone.
   */
  guess(state, seat, below) {
    drawing(below);
    const seen = this.viewBytes(state, seat);
    for (let tries = 0; tries < MOST_GUESSES; tries++) {
      try {
        const found = this.fromJson(this.#guessed(seen, this.toJson(state), below));
        if (this.viewBytes(found, seat).every((byte, at) => byte === seen[at])) return found;
      } catch (error) {
        if (!(error instanceof BadData) && !(error instanceof Beyond)) throw error;
      }
    }
    return null;
  }

  #guessed(seen, data, below) {
    const view = this.#layout.view;
    let place = 0;
    const pools = new Map();
    for (const zone of this.#data.zones) {
      const told = zone.index === null ? data.zones : data.zones[zone.name];
      for (const key of zone.index === null ? [zone.name] : this.#names[zone.index]) {
        if (seen[view.places + place++]) continue;
        if (!pools.has(zone.component)) pools.set(zone.component, []);
        pools.get(zone.component).push([told, key]);
      }
    }
    for (const slots of pools.values()) {
      const pieces = shuffled(slots.flatMap(([told, key]) => told[key]).sort(), below);
      for (const [told, key] of slots) told[key] = pieces.splice(0, told[key].length);
    }
    let cell = 0;
    for (const variable of this.#data.variables) {
      const told = variable.index === null ? data.variables : data.variables[variable.name];
      for (const key of variable.index === null ? [variable.name] : this.#names[variable.index]) {
        if (!seen[view.cells + cell++]) told[key] = this.#any(variable.domain, below);
      }
    }
    data.control.forEach(({ data: held }, slot) => {
      if (!held) return;
      const frame = this.#data.frames.find((each) => each.phase === data.control[slot].phase && each.point === data.control[slot].point);
      frame.fields.forEach((field, which) => {
        if (seen[view.frames + slot * view.held + which] !== 1) held[field.name] = this.#any(field.domain, below);
      });
    });
    return data;
  }

  /** Any value of a domain; of a set, each member of what it may hold or not. */
  #any(domain, below) {
    if (domain.is === "set") return this.#anyOf(domain.inner, below);
    if (domain.is === "number" && domain.high !== null) return domain.low + below(domain.high - domain.low + 1);
    if (domain.is === "option" && isWide(domain.inner)) return below(2) ? this.#any(domain.inner, below) : null;
    if (domain.is === "record") {
      return Object.fromEntries(domain.fields.map((each) => [each.name, this.#any(each.domain, below)]));
    }
    if (domain.is === "option" && domain.inner.is === "record") return below(2) ? this.#any(domain.inner, below) : null;
    const values = this.values(domain);
    if (!values.length) throw new BadData("", "there is no end of what this may be");
    return values[below(values.length)];
  }

  /** Any set of such values: of very many, few of them. */
  #anyOf(inner, below) {
    if (!isWide(inner)) return this.values(inner).filter(() => below(2));
    return [...new Set(Array.from({ length: below(FEW) }, () => this.#any(inner, below)))];
  }

  // ---- DATA

  /** A state as JSON can hold it; the same as what the reference engine writes. */
  toJson(state) {
    return this.#told(this.#owned(state));
  }

  /** The state that `toJson`, or the reference engine, wrote, under these rules. */
  fromJson(given) {
    const told = this.#data;
    const data = taken(given);
    if (!isObject(data)) throw new BadData("E0711", "a state has to be an object");
    const unsaid = ["schemaVersion", "game", "version"].find((part) => !Object.hasOwn(data, part));
    if (unsaid !== undefined) throw new BadData("E0710", `the state does not say its \`${unsaid}\``);
    if (data.schemaVersion !== told.schemaVersion) {
      const given = shown(data.schemaVersion);
      throw new BadData("E0710", `the state is of schema version \`${given}\`, not of ${told.schemaVersion}`);
    }
    if (data.game !== told.game || data.version !== told.version) {
      throw new BadData("E0710", `the state belongs to \`${shown(data.game)} ${shown(data.version)}\``);
    }
    const parts = ["schemaVersion", "game", "version", "zones", "variables", "control"];
    record(data, told.tokens.length ? [...parts, "tokens"] : parts, "a state");
    const bytes = new Uint8Array(this.#layout.size);
    this.#readZones(bytes, data.zones);
    this.#readVariables(bytes, data.variables);
    if (told.tokens.length) this.#readTokens(bytes, data.tokens);
    const frames = this.#readStack(bytes, data.control);
    this.#agree(bytes, frames);
    return new State(this, bytes);
  }

  #told(bytes) {
    const told = this.#data;
    const zones = {};
    for (const zone of told.zones) {
      const domain = { is: "set", inner: { is: "piece", of: zone.component } };
      const lying = zone.order ?? zone;
      zones[zone.name] = this.#family(lying, (at) => this.#value(bytes, at, lying.form, domain));
    }
    const variables = {};
    for (const each of told.variables) {
      variables[each.name] = this.#family(each, (at) => this.#value(bytes, at, each.form, each.domain));
    }
    const { schemaVersion, game, version } = told;
    const found = { schemaVersion, game, version, zones: this.#inOrder(zones, bytes), variables };
    if (told.tokens.length) found.tokens = this.#tokens(bytes);
    found.control = this.#stack(bytes, () => true);
    return found;
  }

  /** All zones as they are declared: those that are given, and what lies on boards in a state. */
  #inOrder(zones, bytes) {
    const all = { ...zones, ...this.#boards.grids(bytes) };
    for (const spread of this.#data.spreads) {
      const domain = { is: "set", inner: { is: "piece", of: spread.component } };
      all[spread.name] = this.#boards.spread(bytes, spread, (at) => this.#value(bytes, at, spread.form, domain));
    }
    return Object.fromEntries(this.#data.order.map((name) => [name, all[name]]));
  }

  #tokens(bytes) {
    const found = {};
    for (const token of this.#data.tokens) {
      found[token.name] = {};
      for (const each of token.holders) {
        const cell = { index: each.holder, offset: each.offset, stride: each.width, size: each.size };
        found[token.name][each.holder] = this.#family(cell, (at) => unsigned(bytes, at, each.width));
      }
    }
    return found;
  }

  #stack(bytes, isSeen) {
    const { depth, stack, slot, number } = this.#layout;
    if (!bytes[depth]) return [{ phase: null }];
    const found = [];
    for (let place = 0; place < bytes[depth]; place++) {
      const at = stack + place * slot;
      const frame = this.#data.frames[unsigned(bytes, at, number) - 1];
      const data = {};
      frame.fields.forEach((field, which) => {
        const seen = isSeen(place, which);
        data[field.name] = seen ? this.#value(bytes, at + field.offset, field.form, field.domain) : null;
      });
      found.push({ phase: frame.phase, point: frame.point, data });
    }
    return found;
  }

  /** What stands for each key of a family, by the names of the keys; of what is none, the one. */
  #family(family, member) {
    if (family.index === null) return member(family.offset);
    const names = this.#names[family.index];
    return Object.fromEntries(names.map((name, key) => [name, member(family.offset + key * family.stride)]));
  }

  // ---- VALUES

  #value(bytes, at, form, domain) {
    if (form.is === "scalar") {
      const stored = unsigned(bytes, at, form.width);
      if (form.option && !stored) return null;
      return this.#public(domain, stored + form.low - (form.option ? 1 : 0));
    }
    if (form.is === "record") {
      if (form.option && !bytes[at]) return null;
      const { fields } = domain.is === "option" ? domain.inner : domain;
      return Object.fromEntries(
        form.fields.map((each, place) => [each.name, this.#value(bytes, at + each.offset, each.form, fields[place].domain)]),
      );
    }
    if (form.is === "list") {
      const numbers = new DataView(bytes.buffer, bytes.byteOffset);
      const held = (place) => exact(numbers.getBigInt64(at + 8 + 8 * place, true)); // some lie below zero
      return Array.from({ length: unsigned(bytes, at, 4) }, (_, place) => this.#public(domain.inner, held(place)));
    }
    if (form.is === "sequence") {
      const held = (place) => unsigned(bytes, at + form.width * (1 + place), form.width);
      return Array.from({ length: unsigned(bytes, at, form.width) }, (_, place) => this.#public(domain.inner, held(place)));
    }
    const found = [];
    for (let member = 0; member < form.size; member++) {
      const { byte, shift, full } = lane(form, at, member);
      const many = (bytes[byte] >> shift) & full;
      for (let copy = 0; copy < many; copy++) found.push(this.#public(domain.inner, form.low + member));
    }
    return found;
  }

  #public(domain, value) {
    switch (domain.is) {
      case "truth":
        return value !== 0;
      case "seat":
        return value + 1;
      case "member":
      case "piece":
        return this.#names[domain.of][value];
      case "cell":
        return this.#boards.cellName(value);
      case "spot":
        return this.#boards.spotName(domain.of, value);
      case "place":
        return this.#data.places[value]?.name ?? this.#boards.placeName(value);
      case "option":
        return this.#public(domain.inner, value);
      default:
        return value;
    }
  }

  #held(domain, data, what) {
    const wrong = (wanted) => new BadData("E0713", `\`${shown(data)}\` is no value of ${what}: it has to be ${wanted}`);
    switch (domain.is) {
      case "truth":
        if (typeof data !== "boolean") throw wrong("true or false");
        return Number(data);
      case "seat":
        if (!Number.isInteger(data) || data < 1 || data > this.players) throw wrong(`a number from 1 to ${this.players}`);
        return data - 1;
      case "number": {
        if (!isWhole(data) || data < domain.low || (domain.high !== null && data > domain.high)) {
          throw wrong(`a number from ${domain.low}${domain.high === null ? "" : ` to ${domain.high}`}`);
        }
        return exact(data);
      }
      case "member":
      case "piece": {
        if (domain.is === "piece" && typeof data !== "string" && !isObject(data)) {
          throw new BadData("E0711", `a ${domain.of} has to be a name`);
        }
        const found = typeof data === "string" ? this.#index[domain.of].get(data) : undefined;
        if (found === undefined) throw new BadData("E0712", `there is no ${domain.of} \`${shown(data)}\``);
        return found;
      }
      case "place": {
        const found = typeof data === "string" ? this.#places.get(data) : undefined;
        if (found !== undefined && this.#data.places[found].component === domain.of) return found;
        const onBoard = this.#boards.placeNamed(data, domain.of);
        if (onBoard === undefined) throw new BadData("E0712", `there is no place \`${shown(data)}\``);
        return within(onBoard, data, what);
      }
      case "cell": {
        const found = this.#boards.cellNamed(data);
        if (found === undefined) throw wrong("a cell such as `(2, -1)`");
        return within(found, data, what);
      }
      case "spot": {
        const found = this.#boards.spotNamed(domain.of, data);
        if (found === undefined) throw wrong(`a cell and a part, such as \`${this.#boards.sample(domain.of)}\``);
        return within(found, data, what);
      }
      default:
        throw new BadData("E0711", `${what} can not be given`);
    }
  }

  /** The things in a set that is one number, each as often as it is counted. */
  #publicSet(form, domain, word) {
    const found = [];
    for (let member = 0; member < form.size; member++) {
      const many = (word >> BigInt(member * form.bits)) & ((1n << BigInt(form.bits)) - 1n);
      for (let copy = 0n; copy < many; copy++) found.push(this.#public(domain.inner, form.low + member));
    }
    return found;
  }

  /** The number that a set of these things is. */
  #heldSet(form, domain, data, what) {
    if (!Array.isArray(data)) throw new BadData("E0711", `${what} has to be a list`);
    let word = 0n;
    for (const each of data) {
      const lane = BigInt((this.#held(domain.inner, each, what) - form.low) * form.bits);
      const full = (1n << BigInt(form.bits)) - 1n;
      if (((word >> lane) & full) === full) throw new BadData("E0711", `\`${shown(each)}\` stands twice in ${what}`);
      word += 1n << lane;
    }
    return BigInt.asIntN(64, word);
  }

  /** Writes a value; of pieces that lie somewhere, how many there are of each is looked at when all is read. */
  #write(bytes, at, form, domain, data, what, lies = false) {
    if (form.is === "scalar") {
      const inner = domain.is === "option" ? domain.inner : domain;
      if (data === null && form.option) return;
      const stored = this.#held(inner, data, what) - form.low + (form.option ? 1 : 0);
      if (stored < 0 || stored >= form.size + (form.option ? 1 : 0)) {
        throw new Beyond("", `\`${shown(data)}\` in ${what} is beyond what the module holds`);
      }
      putUnsigned(bytes, at, form.width, stored);
      return;
    }
    if (form.is === "record") {
      if (data === null && form.option) return;
      const { fields } = domain.is === "option" ? domain.inner : domain;
      record(data, fields.map((each) => each.name), what);
      if (form.option) bytes[at] = 1;
      form.fields.forEach((each, place) => {
        this.#write(bytes, at + each.offset, each.form, fields[place].domain, data[each.name], `\`${each.name}\``);
      });
      return;
    }
    if (!Array.isArray(data)) throw new BadData("E0711", `${what} has to be a list`);
    if (form.is === "list") {
      this.#writeList(bytes, at, form, domain, data, what);
      return;
    }
    if (form.is === "sequence") {
      this.#writeSequence(bytes, at, form, domain, data, what, lies);
      return;
    }
    const copies = domain.inner.is === "piece" ? this.#data.components[domain.inner.of].copies : null;
    for (const each of data) {
      const member = this.#held(domain.inner, each, what) - form.low;
      const { byte, shift, full } = lane(form, at, member);
      const many = (bytes[byte] >> shift) & full;
      if (many && copies === null) throw new BadData("E0711", `\`${shown(each)}\` stands twice in ${what}`);
      if (lies && many === full) throw misprinted(domain.inner.of); // no piece has more copies than are counted
      if (!lies && copies !== null && many >= copies[member]) {
        throw new BadData("E0714", `\`${shown(each)}\` lies in more places than it is printed`);
      }
      bytes[byte] += 1 << shift;
    }
  }

  #writeList(bytes, at, form, domain, data, what) {
    const numbers = data.map((each) => this.#held(domain.inner, each, what)).sort((one, other) => one - other);
    const twice = numbers.find((each, place) => place && each === numbers[place - 1]);
    if (twice !== undefined) throw new BadData("E0711", `\`${this.#public(domain.inner, twice)}\` stands twice in ${what}`);
    if (numbers.length > form.most) throw new Beyond("", `${what} holds more than the module does`);
    const memory = new DataView(bytes.buffer, bytes.byteOffset);
    memory.setUint32(at, numbers.length, true);
    numbers.forEach((each, place) => memory.setBigInt64(at + 8 + 8 * place, BigInt(each), true));
  }

  /** Writes pieces in the order that is given, as they lie. */
  #writeSequence(bytes, at, form, domain, data, what, lies) {
    const { copies } = this.#data.components[domain.inner.of];
    const numbers = data.map((each) => this.#held(domain.inner, each, what));
    const often = numbers.findIndex((each) => numbers.filter((other) => other === each).length > copies[each]);
    if (lies && numbers.length > form.most) throw misprinted(domain.inner.of);
    if (!lies && often >= 0) throw new BadData("E0714", `\`${shown(data[often])}\` lies in more places than it is printed`);
    putUnsigned(bytes, at, form.width, numbers.length);
    numbers.forEach((each, place) => putUnsigned(bytes, at + form.width * (1 + place), form.width, each));
  }

  // ---- STATES READ

  #readFamily(family, data, what, member) {
    if (family.index === null) {
      member(family.offset, data);
      return;
    }
    const names = this.#names[family.index];
    const isWhole = isObject(data) && Object.keys(data).length === names.length && names.every((name) => Object.hasOwn(data, name));
    if (!isWhole) throw new BadData("E0711", `${what} has to be complete, with an entry for each ${family.index}`);
    names.forEach((name, key) => member(family.offset + key * family.stride, data[name]));
  }

  #readZones(bytes, data) {
    record(data, this.#data.order, "`zones`");
    const lying = {};
    for (const [name, each] of Object.entries(this.#data.components)) lying[name] = each.pieces.map(() => 0);
    for (const zone of this.#data.zones) {
      const what = `\`${zone.name}\``;
      const domain = { is: "set", inner: { is: "piece", of: zone.component } };
      this.#readFamily(zone, data[zone.name], what, (at, held) => {
        this.#write(bytes, at, zone.form, domain, held, what, true);
        if (zone.cap !== null && held.length > zone.cap) throw new BadData("E0715", `${what} holds too much`);
        for (const each of held) lying[zone.component][this.#index[zone.component].get(each)]++;
      });
      if (zone.order === null) continue;
      this.#readFamily(zone.order, data[zone.name], what, (at, held) => {
        this.#write(bytes, at, zone.order.form, domain, held, what, true);
      });
    }
    const spots = this.#readBoards(bytes, data, (component, piece) => lying[component][piece]++);
    for (const [name, each] of Object.entries(this.#data.components)) {
      if (each.copies.some((copies, piece) => lying[name][piece] !== copies)) {
        throw misprinted(name);
      }
    }
    this.#boards.there(bytes, spots);
  }

  /** Writes what lies on grids and on spots; `lies` is told of each piece. Gives the spots on which something lies. */
  #readBoards(bytes, data, lies) {
    for (const grid of this.#data.grids) {
      this.#boards.readGrid(bytes, grid, data[grid.name], (name) => {
        const piece = this.#held({ is: "piece", of: grid.component }, name, `\`${grid.name}\``);
        lies(grid.component, piece);
        return piece;
      });
    }
    const spots = [];
    for (const spread of this.#data.spreads) {
      const what = `\`${spread.name}\``;
      const domain = { is: "set", inner: { is: "piece", of: spread.component } };
      const there = this.#boards.readSpread(bytes, spread, data[spread.name], (at, held, name) => {
        this.#write(bytes, at, spread.form, domain, held, what, true);
        if (spread.cap !== null && held.length > spread.cap) throw new BadData("E0715", `\`${name}\` holds too much`);
        for (const each of held) lies(spread.component, this.#index[spread.component].get(each));
      });
      spots.push(...there.map((spot) => ({ spread, spot })));
    }
    return spots;
  }

  #readVariables(bytes, data) {
    record(data, this.#data.variables.map((each) => each.name), "`variables`");
    for (const each of this.#data.variables) {
      const what = `\`${each.name}\``;
      this.#readFamily(each, data[each.name], what, (at, held) => {
        this.#write(bytes, at, each.form, each.domain, held, what);
      });
    }
  }

  #readTokens(bytes, data) {
    record(data, this.#data.tokens.map((each) => each.name), "`tokens`");
    for (const token of this.#data.tokens) {
      const what = `\`${token.name}\``;
      record(data[token.name], token.holders.map((each) => each.holder), what);
      let out = 0;
      for (const each of token.holders) {
        const cell = { index: each.holder, offset: each.offset, stride: each.width, size: each.size };
        this.#readFamily(cell, data[token.name][each.holder], what, (at, many) => {
          if (!isWhole(many) || many < 0) throw new BadData("E0711", `the number of ${what} has to be a number that is not negative`);
          out += many;
          if (out > token.limit) throw new BadData("E0717", `more ${what} lie out than there are`);
          putUnsigned(bytes, at, each.width, many);
        });
      }
    }
  }

  /** The frames of a stack, with what they hold as the module has it. Only the last may wait for a decision, and has to. */
  #readStack(bytes, data) {
    const { depth, stack, slot, number, deepest } = this.#layout;
    if (!Array.isArray(data) || !data.length) throw new BadData("E0711", "`control` has to be a list of frames");
    if (data.length === 1 && isObject(data[0]) && data[0].phase === null && Object.keys(data[0]).length === 1) return [];
    if (data.length > deepest) throw new Beyond("", `${data.length} frames are more than the module holds`);
    const frames = data.map((told, place) => {
      record(told, ["phase", "point", "data"], "a frame");
      const which = this.#data.frames.findIndex((each) => each.phase === told.phase && each.point === told.point);
      if (which < 0) {
        throw new BadData("E0712", `there is no point \`${shown(told.phase)} ${shown(told.point)}\``);
      }
      const frame = this.#data.frames[which];
      if (frame.asks !== (place === data.length - 1)) {
        throw new BadData("E0711", "`control` has to be a stack of which the last frame, and no other, waits for a decision");
      }
      const at = stack + place * slot;
      bytes[at] = (which + 1) % 256;
      if (number > 1) bytes[at + 1] = (which + 1) >> 8;
      record(told.data, frame.fields.map((each) => each.name), `the data of \`${frame.phase}\``);
      const held = {};
      for (const field of frame.fields) {
        const what = `\`${field.name}\``;
        this.#write(bytes, at + field.offset, field.form, field.domain, told.data[field.name], what);
        const given = told.data[field.name];
        const inner = field.domain.is === "option" ? field.domain.inner : field.domain;
        held[field.name] = given === null || field.form.is !== "scalar" ? given : this.#held(inner, given, what);
      }
      return { phase: frame.phase, held };
    });
    bytes[depth] = frames.length;
    return frames;
  }

  /** How often a phase is running is said twice, by the stack and in variables: both have to say the same. */
  #agree(bytes, frames) {
    for (const counted of this.#data.counted) {
      const told = this.#data.variables.find((each) => each.name === counted.variable);
      const own = frames.filter(
        (frame) => frame.phase === counted.phase && counted.fixed.every(([name, value]) => frame.held[name] === value),
      );
      for (let key = 0; key < told.size; key++) {
        const many = own.filter((frame) => counted.at === null || frame.held[counted.at] === key).length;
        if (unsigned(bytes, told.offset + key * told.stride, told.form.width) !== many) {
          throw new BadData("E0711", "`variables` has to count the phases that are running as `control` has them");
        }
      }
    }
  }

  // ---- THE MODULE

  #owned(state) {
    if (!(state instanceof State) || state[OWNER] !== this.#owner) throw new BadData("E0711", "a state of this game is wanted");
    return state[BYTES];
  }

  #enter(state) {
    const bytes = this.#owned(state);
    this.#bytes.set(bytes, this.#layout.state);
    return bytes;
  }

  #leave() {
    const { state, size } = this.#layout;
    return new State(this.#owner, this.#bytes.slice(state, state + size));
  }

  #top(bytes) {
    const { depth, stack, slot, number } = this.#layout;
    return bytes[depth] ? unsigned(bytes, stack + (bytes[depth] - 1) * slot, number) - 1 : null;
  }

  /** Calls the module; a stop is an error. Of rules that run on without end `begun` says what began it. */
  #call(name, given = [], begun = null) {
    try {
      return this.#exports[name](...given);
    } catch (error) {
      throw this.#stopped(error, this.#site(), begun);
    }
  }

  /** Takes the action at a place of what was counted, and counts what is legal then; where that stops, all is as before. */
  #advance(place) {
    try {
      return this.#exports.advance(place);
    } catch (error) {
      const { state, before, size } = this.#layout;
      const where = this.#site();
      this.#bytes.copyWithin(state, before, before + size);
      this.#call("count");
      this.#call("legal");
      throw this.#stopped(error, where, this.#entry(place).action.clause);
    }
  }

  /** Where the module stopped, which is told once; undefined where it does not know. */
  #site() {
    const number = this.#numbers.getBigInt64(this.#layout.site, true);
    this.#numbers.setBigInt64(this.#layout.site, 0n, true);
    return this.#data.sites[Number(number) - 1];
  }

  /** The error that a stop of the module is, at a site. */
  #stopped(error, site, begun) {
    if (!(error instanceof WebAssembly.RuntimeError) && !(error instanceof RangeError)) return error;
    if (site === undefined) return new Beyond("", `the module stopped: ${error.message}`);
    if (site.endless && begun) return new Fault({ ...site, ...begun });
    return site.fault ? new Fault(site) : new Beyond("", `${site.what} in \`${site.clause}\``);
  }

  // ---- WHAT IS LISTED

  /** The kind of the action at a place, and where what is listed of it begins. */
  #entry(place) {
    const at = this.#layout.offered + place * this.#layout.stride;
    return { action: this.#data.actions[Number(this.#numbers.getBigInt64(at, true))], at };
  }

  #actor(place) {
    const { action, at } = this.#entry(place);
    return action.by === "player" ? Number(this.#numbers.getBigInt64(at + 8, true)) + 1 : action.by;
  }

  #weight(place) {
    const { action, at } = this.#entry(place);
    return action.by === "chance" ? exact(this.#numbers.getBigInt64(at + 16, true)) : 1;
  }

  /** How much each legal action weighs. */
  #weights() {
    return Array.from({ length: this.#call("legal") }, (_, place) => this.#weight(place));
  }

  #listedAt(place) {
    const { action, at } = this.#entry(place);
    const given = action.parameters.map((each, which) => {
      const value = this.#numbers.getBigInt64(at + 8 * (this.#layout.head + which), true);
      if (each.domain.is === "set") return this.#publicSet(each.form, each.domain, value);
      return value === NOTHING ? null : this.#public(each.domain, exact(value));
    });
    const made = { actor: this.#actor(place), name: action.name, arguments: given };
    if (action.by === "chance") made.weight = this.#weight(place);
    return { action: made, clause: action.clause };
  }

  #listed() {
    return Array.from({ length: this.#call("legal") }, (_, place) => this.#listedAt(place));
  }

  #said(action) {
    if (!isObject(action)) throw new BadData("E0711", "an action has to be an object with actor, name and arguments");
    const unknown = Object.keys(action).find((part) => !PARTS_OF_ACTION.includes(part));
    if (unknown !== undefined) throw new BadData("E0712", `there is no part of an action \`${clip(unknown)}\``);
    const { actor, name, weight } = action;
    const said = { actor, name, arguments: action.arguments === undefined ? [] : action.arguments, weight };
    if (typeof said.name !== "string" || !Array.isArray(said.arguments)) {
      throw new BadData("E0711", "an action has to have a name, and its arguments as a list");
    }
    return said;
  }
}

// ---- SMALL THINGS

function same(one, other) {
  return (
    one.actor === other.actor &&
    one.name === other.name &&
    one.arguments.length === other.arguments.length &&
    one.arguments.every((each, place) => isSame(each, other.arguments[place]))
  );
}

/** Whether a value is another that is asked for; of sets, in whatever order the things stand. */
function isSame(one, asked) {
  if (!Array.isArray(one) || !Array.isArray(asked)) return one === asked;
  if (one.length !== asked.length) return false;
  const left = [...asked];
  return one.every((each) => {
    const at = left.indexOf(each);
    return at >= 0 && left.splice(at, 1).length;
  });
}

/** Whether there are more numbers in a domain than anybody lists. */
const isWide = (domain) => domain.is === "number" && domain.high !== null && domain.high - domain.low >= FEW;

function drawing(below) {
  if (typeof below !== "function") throw new BadData("E0711", "`below` has to be a function that draws a number");
}

/** Where a member of a set is counted: in which byte, from which bit on, and how far. */
function lane(form, at, member) {
  const bit = member * form.bits;
  return { byte: at + (bit >> 3), shift: bit & 7, full: (1 << form.bits) - 1 };
}

/** The number of what has one; what lies beyond those that the module has can not be held. */
function within(number, data, what) {
  if (number === null) throw new Beyond("", `\`${shown(data)}\` in ${what} is beyond what the module holds`);
  return number;
}

function misprinted(component) {
  return new BadData("E0718", `the state does not hold every \`${component}\` as often as it is printed`);
}

/** Whether data are a whole number; JSON has one of hundreds of digits, which is infinite here. */
const isWhole = (data) => Number.isInteger(data) || data === Infinity;

/** A number of the module; one that this language would round is none. */
function exact(large) {
  const number = Number(large);
  if (!Number.isSafeInteger(number)) throw new Beyond("", `${large} is beyond the numbers that are exact here`);
  return number;
}

/** Refuses data that are no object with just these names as its parts. */
function record(data, names, what) {
  if (!isObject(data)) throw new BadData("E0711", `${what} has to be an object`);
  const known = new Set(names);
  const strange = Object.keys(data).find((name) => !known.has(name));
  if (strange !== undefined) throw new BadData("E0712", `there is no part of ${what} \`${clip(strange)}\``);
  const missing = names.find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined) throw new BadData("E0711", `${what} has to have \`${missing}\``);
}

/**
 * Data as a copy that nobody else holds: each part is read once, so that none is another when it is looked at again, and
 * what stands nowhere in a list is there and refused. Neither may be deeper or larger than those of any state.
 */
function taken(given) {
  let left = MOST_PARTS;
  const copied = (data, depth) => {
    if (typeof data === "string" && HALVES.test(data)) throw new BadData("E0730", "a state holds text that is not Unicode");
    if (data === null || ["string", "number", "boolean"].includes(typeof data)) return data;
    if (typeof data !== "object") throw new BadData("E0711", "a state has to be made of what JSON can hold");
    if (depth > DEEPEST_DATA) throw new BadData("E0730", "a state holds brackets too deep");
    const keys = Array.isArray(data) ? data.length : Object.keys(data);
    left -= typeof keys === "number" ? keys : keys.length;
    if (left < 0) throw new BadData("E0730", `a state holds more than ${MOST_PARTS} parts`);
    if (typeof keys === "number") return Array.from({ length: keys }, (_, place) => copied(data[place], depth + 1));
    return Object.fromEntries(keys.map((key) => [copied(key, depth), copied(data[key], depth + 1)]));
  };
  return copied(given, 1);
}

/** What an object has under a name itself, and not from what all objects have; nothing under what is no name. */
function own(data, name) {
  return ["string", "number"].includes(typeof name) && Object.hasOwn(data, name) ? data[name] : undefined;
}

function shown(data) {
  if (Array.isArray(data)) return "a list";
  return isObject(data) ? "an object" : clip(String(data));
}

async function read(source) {
  if (source instanceof ArrayBuffer) return new Uint8Array(source);
  if (ArrayBuffer.isView(source)) return new Uint8Array(source.buffer, source.byteOffset, source.byteLength);
  const url = new URL(source);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    try {
      return new Uint8Array(await readFile(url));
    } catch (error) {
      throw new Damaged("", `there is no module at ${clip(url.href)} (${error.code})`);
    }
  }
  const answer = await fetch(url);
  if (!answer.ok) throw new Damaged("", `there is no module at ${clip(url.href)} (${answer.status})`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** SHA-256 (FIPS 180-4), since a page without https has none. */
function sha256(bytes) {
  const primes = [];
  for (let each = 2; primes.length < 64; each++) if (primes.every((one) => each % one)) primes.push(each);
  const part = (number, root) => {
    const found = number ** (1 / root);
    return Math.floor((found - Math.floor(found)) * 2 ** 32) >>> 0;
  };
  const rounds = primes.map((each) => part(each, 3));
  const hash = primes.slice(0, 8).map((each) => part(each, 2));
  const length = (((bytes.length + 8) >> 6) + 1) << 6;
  const padded = new Uint8Array(length);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setUint32(length - 8, Math.floor((bytes.length * 8) / 2 ** 32));
  words.setUint32(length - 4, (bytes.length * 8) >>> 0);
  const turned = (word, by) => (word >>> by) | (word << (32 - by));
  const w = new Int32Array(64);
  for (let block = 0; block < length; block += 64) {
    for (let i = 0; i < 16; i++) w[i] = words.getInt32(block + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = (w[i - 16] + s0 + w[i - 7] + s1) | 0;
    }
    let [a, b, c, d, e, f, g, h] = hash;
    for (let i = 0; i < 64; i++) {
      const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const one = (h + s1 + ((e & f) ^ (~e & g)) + rounds[i] + w[i]) | 0;
      const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((each, i) => (hash[i] = (hash[i] + each) | 0));
  }
  return hash.map((each) => (each >>> 0).toString(16).padStart(8, "0")).join("");
}
