// Boards without an edge: cells and spots as the numbers that a module has for them near (0, 0), and as data name them.
import { BadData, Beyond } from "./errors.js";
import { clip, isObject, putUnsigned, unsigned } from "./plain.js";

const SIDE = 64;
const ROW_BITS = 6;
const FAR = SIDE / 2;
const MOST_FAR = 10n ** 18n;
const CELL = /^\((0|-?[1-9]\d{0,18}), (0|-?[1-9]\d{0,18})\)$/;
const TURNED = ", turned ";
const KEY = 4;

const cellName = (cell) => `(${(cell >> ROW_BITS) - FAR}, ${(cell % SIDE) - FAR})`;

/** The number of the cell of a name: null where the module has none, undefined of what is no name of a cell. */
function cellNamed(name) {
  const found = typeof name === "string" ? CELL.exec(name) : null;
  if (found === null) return undefined;
  const [column, row] = [BigInt(found[1]), BigInt(found[2])];
  if ([column, row].some((each) => each > MOST_FAR || each < -MOST_FAR)) return undefined;
  const [x, y] = [Number(column) + FAR, Number(row) + FAR];
  return x >= 0 && x < SIDE && y >= 0 && y < SIDE ? x * SIDE + y : null;
}

/** A name, and the side behind it to which something is turned. */
function parted(name) {
  const at = typeof name === "string" ? name.indexOf(TURNED) : -1;
  return at < 0 ? [name, undefined] : [name.slice(0, at), name.slice(at + TURNED.length)];
}

/** The grids of a game, the parts of what lies on them, and what lies on these. */
export class Boards {
  #data;
  #names;
  #grids;

  constructor(data, names) {
    this.#data = data;
    this.#names = names;
    this.#grids = Object.fromEntries(data.grids.map((each) => [each.name, each]));
  }

  // ---- NAMES

  cellName(cell) {
    return cellName(cell);
  }

  cellNamed(name) {
    return cellNamed(name);
  }

  spotName(part, spot) {
    const { kind, grid, part: bits, turn } = this.#data.parts[part];
    const name = `${cellName(Math.floor(spot / 2 ** (bits + turn)))} ${this.#names[kind][(spot >> turn) % 2 ** bits]}`;
    return turn ? `${name}${TURNED}${this.#sides(grid)[spot % 2 ** turn]}` : name;
  }

  /** The number of the spot of a name: null where the module has none, undefined of what is no name of one. */
  spotNamed(part, name) {
    const { kind, grid, part: bits, turn } = this.#data.parts[part];
    if (typeof name !== "string") return undefined;
    const [head, side] = turn ? parted(name) : [name, undefined];
    const at = head.indexOf(") ");
    const cell = at < 0 ? undefined : cellNamed(head.slice(0, at + 1));
    const row = this.#names[kind].indexOf(head.slice(at + 2));
    const turned = turn ? this.#sides(grid).indexOf(side) : 0;
    if (cell === undefined || row < 0 || turned < 0) return undefined;
    return cell === null ? null : cell * 2 ** (bits + turn) + (row << turn) + turned;
  }

  /** The name of some spot of a part, for those who have to write one. */
  sample(part) {
    return this.spotName(part, cellNamed("(2, -1)") * 2 ** (this.#data.parts[part].part + this.#data.parts[part].turn));
  }

  /** The name of a place that is a cell of a grid, or a spot. */
  placeName(place) {
    const board = [...this.#data.grids, ...this.#data.spreads].find((each) => place >= each.first && place < each.first + each.size);
    const key = place - board.first;
    return `${board.name} of ${board.part === undefined ? cellName(key) : this.spotName(board.part, key)}`;
  }

  /** The number of such a place of a component; null where the module has none, undefined of what is no name of one. */
  placeNamed(name, component) {
    if (typeof name !== "string" || !name.includes(" of ")) return undefined;
    const [zone, key] = [name.slice(0, name.indexOf(" of ")), name.slice(name.indexOf(" of ") + 4)];
    const board = [...this.#data.grids, ...this.#data.spreads].find((each) => each.name === zone && each.component === component);
    if (board === undefined) return undefined;
    const found = board.part === undefined ? cellNamed(key) : this.spotNamed(board.part, key);
    return found === undefined || found === null ? found : board.first + found;
  }

  #sides(grid) {
    return this.#names[this.#grids[grid].sides];
  }

  // ---- WHAT LIES

  /** What lies on each grid of a state, by the names of cells. */
  grids(bytes) {
    return Object.fromEntries(this.#data.grids.map((grid) => [grid.name, this.#grid(bytes, grid)]));
  }

  #grid(bytes, grid) {
    const found = {};
    for (let byte = 0; byte < (SIDE * SIDE) / 8; byte++) {
      const taken = bytes[grid.taken + byte];
      for (let bit = 0; taken >> bit; bit++) {
        if (!((taken >> bit) & 1)) continue;
        const cell = 8 * byte + bit;
        const lying = unsigned(bytes, grid.held + cell * grid.width, grid.width) - 1;
        const turned = grid.sides === null ? "" : `${TURNED}${this.#names[grid.sides][lying % grid.turns]}`;
        found[`${cellName(cell)}${turned}`] = [this.#names[grid.component][Math.floor(lying / grid.turns)]];
      }
    }
    return found;
  }

  /** What lies on the spots of a zone, by their names; `held` says what stands at an offset. */
  spread(bytes, spread, held) {
    const found = {};
    for (let place = 0; place < unsigned(bytes, spread.many, KEY); place++) {
      const spot = unsigned(bytes, spread.keys + KEY * place, KEY);
      found[this.spotName(spread.part, spot)] = held(spread.offset + place * spread.stride);
    }
    return found;
  }

  // ---- STATES READ

  /** Writes what data say of a grid; `piece` gives the number of a piece by its name. */
  readGrid(bytes, grid, data, piece) {
    const what = `\`${grid.name}\``;
    if (!isObject(data)) throw new BadData("E0711", `${what} has to be an object with a cell for each entry`);
    const seen = new Set();
    for (const [name, held] of Object.entries(data)) {
      const [head, side] = grid.sides === null ? [name, undefined] : parted(name);
      const turned = grid.sides === null ? 0 : this.#names[grid.sides].indexOf(side);
      const cell = cellNamed(head);
      if (cell === undefined || turned < 0) {
        const wanted = grid.sides === null ? "a cell such as `(2, -1)`" : `a cell and a turn, such as \`(2, -1)${TURNED}${this.#names[grid.sides][0]}\``;
        throw new BadData("E0713", `\`${clip(name)}\` is no value of a key of ${what}: it has to be ${wanted}`);
      }
      if (seen.has(head)) throw new BadData("E0711", `${what} has to be an object with one entry for a cell`);
      seen.add(head);
      if (!Array.isArray(held)) throw new BadData("E0711", `${what} has to be a list of pieces`);
      const pieces = held.map(piece);
      if (pieces.length > 1) throw new BadData("E0715", `\`${grid.name} of ${clip(head)}\` holds too much`);
      if (!pieces.length) continue;
      if (cell === null) throw new Beyond("", `\`${clip(name)}\` in ${what} is beyond what the module holds`);
      putUnsigned(bytes, grid.held + cell * grid.width, grid.width, 1 + pieces[0] * grid.turns + turned);
      bytes[grid.taken + (cell >> 3)] |= 1 << (cell & 7);
    }
  }

  /** Writes what data say of the spots of a zone; `write` puts what lies on one at an offset. Gives these spots. */
  readSpread(bytes, spread, data, write) {
    const what = `\`${spread.name}\``;
    if (!isObject(data)) throw new BadData("E0711", `${what} has to be an object with a ${spread.part} for each entry`);
    const found = [];
    for (const [name, held] of Object.entries(data)) {
      const spot = this.spotNamed(spread.part, name);
      if (spot === undefined) {
        const wanted = `a cell and a part, such as \`${this.sample(spread.part)}\``;
        throw new BadData("E0713", `\`${clip(name)}\` is no value of a ${spread.part}: it has to be ${wanted}`);
      }
      if (!Array.isArray(held)) throw new BadData("E0711", `${what} has to be a list of pieces`);
      if (!held.length) continue;
      if (spot === null) throw new Beyond("", `\`${clip(name)}\` in ${what} is beyond what the module holds`);
      found.push({ spot, held, name });
    }
    if (found.length > spread.most) throw new Beyond("", `${what} holds more than the module does`);
    found.sort((one, other) => one.spot - other.spot);
    putUnsigned(bytes, spread.many, KEY, found.length);
    found.forEach(({ spot, held, name }, place) => {
      putUnsigned(bytes, spread.keys + KEY * place, KEY, spot);
      write(spread.offset + place * spread.stride, held, `${spread.name} of ${name}`);
    });
    return found.map(({ spot }) => spot);
  }

  /** Refuses a piece on a part of what does not lie there. */
  there(bytes, spots) {
    for (const { spread, spot } of spots) {
      const { grid: name, part: bits, turn, rows } = this.#data.parts[spread.part];
      const grid = this.#grids[name];
      const cell = Math.floor(spot / 2 ** (bits + turn));
      const lying = unsigned(bytes, grid.held + cell * grid.width, grid.width) - 1;
      const isThere =
        lying >= 0 &&
        (!turn || lying % grid.turns === spot % 2 ** turn) &&
        rows[Math.floor(lying / grid.turns)].includes((spot >> turn) % 2 ** bits);
      if (!isThere) throw new BadData("E0731", `there is no \`${spread.name} of ${this.spotName(spread.part, spot)}\``);
    }
  }
}
