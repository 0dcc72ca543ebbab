// Draws boards without an edge: what lies in their cells, as it is turned, and the figures on its parts. It knows no game.
const SIZE = 100;
const GAP = 4;
const STEP = SIZE + GAP;
const NEAR = 20;
const NAMED = /^\((-?\d+), (-?\d+)\)/;
const BESIDE = [[0, -1], [1, 0], [0, 1], [-1, 0]];

/** The column and the row of the cell that a name begins with; null where it begins with none. */
export function placeOf(name) {
  const found = typeof name === "string" ? NAMED.exec(name) : null;
  return found && [Number(found[1]), Number(found[2])];
}

const cellOf = ([column, row]) => `(${column}, ${row})`;

/** What lies in each cell of a board in a view: the piece and its turn, in steps to the right. */
function lying(board, held) {
  const found = new Map();
  for (const [name, pieces] of Object.entries(held)) {
    const side = name.split(", turned ")[1];
    if (pieces.length) found.set(cellOf(placeOf(name)), { piece: pieces[0], turn: Math.max(board.sides.indexOf(side), 0), side });
  }
  return found;
}

/** The empty cells beside those in which something lies. */
function edge(there) {
  const found = new Set();
  for (const name of there.keys()) {
    const [column, row] = placeOf(name);
    for (const [x, y] of BESIDE) found.add(cellOf([column + x, row + y]));
  }
  return [...found].filter((name) => !there.has(name));
}

/** Where a point of a face is after some quarter turns to the right. */
function turned([x, y], turn) {
  for (let quarter = 0; quarter < turn; quarter++) [x, y] = [SIZE - y, x];
  return [x, y];
}

/** The face of a piece as it lies; texts on it stay upright. */
export function face(board, piece, turn, svg) {
  const made = svg("g", { transform: `rotate(${90 * turn} ${SIZE / 2} ${SIZE / 2})` });
  made.innerHTML = board.faces[piece];
  for (const text of made.querySelectorAll("text")) {
    const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y")) - Number(text.getAttribute("font-size")) / 3];
    text.setAttribute("transform", `rotate(${-90 * turn} ${x} ${y})`);
  }
  return made;
}

/** A picture of one piece alone, as it lies. */
export function tile(board, piece, turn, title, svg) {
  const made = svg("svg", { class: "tile", viewBox: `0 0 ${SIZE} ${SIZE}` });
  made.append(svg("title", {}, title), face(board, piece, turn, svg));
  return made;
}

/**
 * What lies in a cell of some board, or null: of several boards that on which something else lies there than before.
 * `before` and `zones` are what two views have.
 */
export function found(boards, before, zones, cell) {
  const all = Object.entries(boards).flatMap(([name, board]) => {
    const [was, here] = [before, zones].map((each) => lying(board, each[name]).get(cell));
    return here ? [{ isNew: was?.piece !== here.piece || was.turn !== here.turn, told: { board, ...here } }] : [];
  });
  return (all.find((each) => each.isNew) ?? all[0])?.told ?? null;
}

/** The parts of a piece in a cell, by the names that spots have: where a figure stands on each. */
function spots(board, cell, { piece, turn, side }) {
  return Object.entries(board.spots).flatMap(([part, pieces]) =>
    Object.entries(pieces[piece]).map(([row, at]) => ({
      part,
      name: `${cell} ${row}${board.sides.length ? `, turned ${side}` : ""}`,
      row,
      at: turned(at, turn),
    })),
  );
}

/**
 * The picture of one board. `drawing` says how pieces look, `point` what may be pointed at now, `answering` makes something
 * answer to a click, `named` gives words, and `svg` makes elements.
 */
export function picture(grid, drawing, zones, point, { answering, named, svg }) {
  const board = drawing.boards[grid];
  const there = lying(board, zones[grid]);
  const asksCell = point?.domain.is === "cell";
  const empty = asksCell ? [...new Set([...edge(there), ...[...point.legal].filter((cell) => !there.has(cell))])] : [];
  const places = [...there.keys(), ...empty].map(placeOf);
  if (!places.length) return svg("svg", { class: "board", viewBox: "0 0 1 1" });
  const [columns, rows] = [0, 1].map((way) => places.map((each) => each[way]));
  const [left, top] = [Math.min(...columns), Math.min(...rows)];
  const [wide, high] = [Math.max(...columns) - left + 1, Math.max(...rows) - top + 1];
  const made = svg("svg", { class: "board", viewBox: `0 0 ${wide * STEP} ${high * STEP}` });
  made.dataset.board = grid;
  const group = (cell) => {
    const [column, row] = placeOf(cell);
    return svg("g", { transform: `translate(${(column - left) * STEP + GAP / 2} ${(row - top) * STEP + GAP / 2})` });
  };
  for (const cell of empty) {
    const free = group(cell);
    free.append(svg("title", {}, cell), svg("rect", { width: SIZE, height: SIZE, class: "free" }));
    made.append(answering(free, point, asksCell, cell));
  }
  const above = [];
  for (const [cell, here] of there) {
    const square = group(cell);
    square.append(svg("title", {}, `${cell}: ${named(here.piece)}`), face(board, here.piece, here.turn, svg));
    made.append(answering(square, point, asksCell, cell));
    const figures = group(cell);
    for (const spot of spots(board, cell, here)) figures.append(...onSpot(board, spot, drawing, zones, point, { answering, named, svg }));
    above.push(figures);
  }
  made.append(...above);
  return made;
}

/** The figures on a part, and a ring where it may be pointed at. */
function onSpot(board, { part, name, row, at: [x, y] }, drawing, zones, point, { answering, named, svg }) {
  const made = [];
  const standing = Object.entries(board.zones)
    .filter(([, index]) => index === part)
    .flatMap(([zone]) => (zones[zone][name] ?? []).map((piece) => ({ zone, piece })));
  standing.forEach(({ zone, piece }, number) => {
    const component = drawing.zones.find((each) => each.name === zone).component;
    const { colours, letters } = drawing.pieces[component];
    const across = x + NEAR * (number - (standing.length - 1) / 2);
    const figure = svg("g", { class: "standing" });
    figure.append(
      svg("title", {}, `${named(piece)} – ${named(row)}`),
      svg("circle", { cx: across, cy: y, r: 10, fill: colours[piece] ?? "#333", stroke: "#fbfaf6", "stroke-width": 2 }),
      svg("text", { x: across, y: y + 4.5, "text-anchor": "middle", "font-size": 13, fill: "#fbfaf6" }, letters[piece] ?? ""),
    );
    made.push(figure);
  });
  if (point?.domain.is === "spot" && point.domain.of === part) {
    const ring = svg("circle", { cx: x, cy: y, r: 8, class: "spot" });
    ring.append(svg("title", {}, named(row)));
    made.push(answering(ring, point, true, name));
  }
  return made;
}
