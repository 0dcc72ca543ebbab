// Draws single pieces: cards, their backs, figures. It knows no game.
const BACK = "#7a2e2e";

/** A card with its name; on top the number that this ends with, or the name itself where it is that short. */
export function card(colour, label, svg) {
  const made = svg("svg", { class: "card", viewBox: "0 0 76 106" });
  const top = label.match(/\d+$/)?.[0] ?? (label.length <= 3 ? label : "");
  made.append(
    svg("title", {}, label),
    svg("rect", { x: 1, y: 1, width: 74, height: 104, rx: 8, fill: "#fbf7ec", stroke: "#00000055" }),
    svg("rect", { x: 5, y: 5, width: 66, height: top ? 30 : 16, rx: 5, fill: colour ?? "#6d6a60" }),
  );
  if (top) made.append(svg("text", { x: 38, y: 28, "text-anchor": "middle", "font-size": 22, fill: "#fff" }, top));
  const rest = label.slice(0, label.length - top.length).trim();
  if (rest) made.append(...words(rest, { signs: 11, width: 66, size: 11, at: (row) => ({ x: 38, y: 52 + 13 * row }) }, svg));
  return made;
}

/** Words on lines of some signs, four at the most; a longer word has its line for itself. */
function lines(text, wide) {
  const found = [];
  for (const word of text.split(/ |(?<=-)/)) {
    const last = found.at(-1);
    if (last !== undefined && last.length + word.length < wide) found[found.length - 1] = `${last} ${word}`;
    else found.push(word);
  }
  return found.length > 4 ? [...found.slice(0, 3), `${found[3]} …`] : found;
}

/** Words in the middle of a width, on lines; what is too long for its line is drawn narrower. `at` says where each line stands. */
export function words(text, { signs, width, size, at }, svg) {
  return lines(text, signs).map((line, row, all) => {
    const made = svg("text", { ...at(row, all.length), "text-anchor": "middle", "font-size": size, fill: "#26221c" }, line);
    if (line.length > signs) for (const [name, value] of [["textLength", width], ["lengthAdjust", "spacingAndGlyphs"]]) made.setAttribute(name, value);
    return made;
  });
}

/** A back with how many there are. */
export function back(many, svg) {
  const made = svg("svg", { class: "card", viewBox: "0 0 76 106" });
  made.append(
    svg("rect", { x: 1, y: 1, width: 74, height: 104, rx: 8, fill: BACK, stroke: "#00000066" }),
    svg("rect", { x: 7, y: 7, width: 62, height: 92, rx: 5, fill: "none", stroke: "#d9b24c", "stroke-dasharray": "3 3" }),
    svg("text", { x: 38, y: 62, "text-anchor": "middle", "font-size": 24, fill: "#f0dfb0" }, String(many)),
  );
  return made;
}

export function figure(colour, label, svg) {
  const made = svg("svg", { class: "figure", viewBox: "0 0 34 44" });
  made.append(
    svg("title", {}, label),
    svg("path", { d: "M17 3a8 8 0 0 1 5 14c5 4 7 12 8 23H4c1-11 3-19 8-23a8 8 0 0 1 5-14z", fill: colour ?? "#888", stroke: "#0008" }),
  );
  return made;
}
