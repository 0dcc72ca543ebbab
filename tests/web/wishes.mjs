// Says of every wish in a file what stands in its way, in a built package: a line of JSON for each.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, file] = process.argv.slice(2);
const { load, BadData, Fault } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const game = await load();
for (const { state: data, wishes } of JSON.parse(readFileSync(file, "utf8"))) {
  const state = game.fromJson(data);
  for (const { actor, name, arguments: given } of wishes) {
    let told;
    try {
      const found = game.whyNot(state, actor, { name, arguments: given });
      told = found && found.map((each) => ({ ...each, says: game.languages.map((one) => game.explain(each, one)) }));
    } catch (error) {
      if (!(error instanceof Fault || error instanceof BadData)) throw error;
      told = error instanceof Fault ? { fault: error.clause } : { bad: error.code };
    }
    console.log(JSON.stringify(told));
  }
}
