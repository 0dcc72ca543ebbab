// Draws the boards of a page in random games: of each position what may be pointed at, and where everything stands.
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, seed, steps] = process.argv.slice(2);
const at = (name) => pathToFileURL(resolve(folder, name)).href;
const { load } = await import(at("game.js"));
const { DRAWING } = await import(at("drawing.js"));
const { picture } = await import(at("board.js"));
const game = await load();
let drawn = Number(seed);
const below = (many) => {
  drawn = (Math.imul(drawn, 1103515245) + 12345) >>> 0;
  return Math.floor((drawn / 2 ** 32) * many);
};

/** As much of an element as a picture asks for. */
class Element {
  constructor(tag, attributes, children) {
    Object.assign(this, { tag, attributes: { ...attributes }, children, dataset: {}, innerHTML: "" });
  }
  append(...more) {
    this.children.push(...more);
  }
  querySelectorAll() {
    return [];
  }
}
const svg = (tag, attributes = {}, ...children) => new Element(tag, attributes, children);
const moved = (element) => (element.attributes.transform?.match(/translate\((\S+) (\S+)\)/) ?? [0, 0, 0]).slice(1).map(Number);

let state = game.initial();
for (let step = 0; step < Number(steps); step++) {
  const legal = game.legal(state);
  if (!legal.length) break;
  const [asked] = game.asked(state).filter((each) => each.name === legal[0].name);
  const domain = asked.parameters[0]?.domain;
  const point = domain && { domain, legal: new Set(legal.filter((each) => each.name === asked.name).map((each) => each.arguments[0])) };
  const offered = [];
  const answering = (element, _, fits, value) => {
    if (fits) offered.push(value);
    return element;
  };
  const zones = game.view(state, 1).zones;
  for (const grid of Object.keys(DRAWING.boards)) {
    const made = picture(grid, DRAWING, zones, point ?? null, { answering, named: (name) => name, svg });
    const standing = made.children
      .flatMap((group) => group.children.filter((each) => each.attributes?.class === "standing").map((each) => ({ group, each })))
      .map(({ group, each: { children } }) => {
        const [title, circle] = children;
        const [x, y] = moved(group);
        return { title: title.children[0], at: [circle.attributes.cx, circle.attributes.cy], cell: [x, y] };
      });
    console.log(JSON.stringify({ zones, grid, wide: made.attributes.viewBox, asks: domain?.is ?? null, legal: [...(point?.legal ?? [])], offered, standing }));
  }
  state = game.apply(state, legal[below(legal.length)]);
}
