// Reads states from a file in a built package: for each the code with which it is refused, or how it is written again.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, file] = process.argv.slice(2);
const { load, GameError } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const game = await load();
for (const data of JSON.parse(readFileSync(file, "utf8"))) {
  let told;
  try {
    told = game.toJson(game.fromJson(data));
  } catch (error) {
    if (!(error instanceof GameError)) throw error;
    told = `${error.name} ${error.code}`.trim();
  }
  console.log(JSON.stringify(told));
}
