// Draws maps: fields, the lines between them, and what lies there. It knows no game.
import { words } from "./pieces.js";

/** Maps: a node for each member of a kind, with lines between those that are related, and what lies there. */
export function maps(drawing, view, point, { answering, named, svg }) {
  return Object.entries(drawing.maps).map(([kind, { at: spots, lines: pairs }]) => {
    const made = svg("svg", { class: "map", viewBox: "0 0 1000 1000" });
    for (const [one, other] of pairs) {
      const [[x1, y1], [x2, y2]] = [spots[one], spots[other]];
      made.append(svg("line", { x1, y1, x2, y2, stroke: "#cfe3ee", "stroke-width": 4, "stroke-dasharray": "10 8" }));
    }
    for (const [member, [x, y]] of Object.entries(spots)) {
      const node = svg("g", { transform: `translate(${x} ${y})` });
      node.append(svg("circle", { r: 62, fill: "#e9dfc2", stroke: "#26221c", "stroke-width": 3 }));
      const at = (row, all) => ({ y: -14 - 19 * (all - 1 - row) });
      node.append(...words(named(member), { signs: 12, width: 116, size: 18, at }, svg));
      const there = drawing.zones.filter((zone) => zone.as === "map" && zone.index === kind);
      node.append(...figures(there, member, drawing, view, { named, svg }));
      const fits = point?.domain.is === "member" && point.domain.of === kind;
      made.append(answering(node, point, fits, member));
      if (node.classList.contains("legal")) node.firstChild.setAttribute("stroke", "#d9b24c");
      if (node.classList.contains("legal")) node.firstChild.setAttribute("stroke-width", 9);
    }
    return made;
  });
}

function figures(there, member, drawing, view, { named, svg }) {
  const made = [];
  for (const zone of there) {
    const counted = new Map();
    for (const name of view.zones[zone.name][member]) counted.set(name, (counted.get(name) ?? 0) + 1);
    [...counted].forEach(([name, many], number) => {
      const x = 42 * number - 21 * (counted.size - 1);
      const colour = drawing.pieces[zone.component].colours[name] ?? "#888";
      made.push(
        svg("title", {}, `${many} ${named(name)}`),
        svg("circle", { cx: x, cy: 24, r: 19, fill: colour, stroke: "#26221c", "stroke-width": 2 }),
        svg("text", { x, y: 32, "text-anchor": "middle", "font-size": 22, fill: "#fff", "font-weight": "bold" }, String(many)),
      );
    });
  }
  return made;
}
