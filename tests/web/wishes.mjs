// Says of every wish in a file what stands in its way in a built package, and how it ends to take it: a line of JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [folder, file] = process.argv.slice(2);
const { load, BadData, Fault, IllegalAction } = await import(pathToFileURL(resolve(folder, "game.js")).href);
const game = await load();
for (const { state: data, wishes } of JSON.parse(readFileSync(file, "utf8"))) {
  const state = game.fromJson(data);
  for (const wish of wishes) {
    const { actor, name, arguments: given } = wish;
    let took = "taken";
    try {
      game.apply(state, wish);
    } catch (error) {
      if (!(error instanceof Fault || error instanceof BadData || error instanceof IllegalAction)) throw error;
      took = error instanceof Fault ? error.clause : error.code;
    }
    let told;
    try {
      const found = game.whyNot(state, actor, { name, arguments: given });
      told = found && found.map((each) => ({ ...each, says: game.languages.map((one) => game.explain(each, one)) }));
    } catch (error) {
      if (!(error instanceof Fault || error instanceof BadData)) throw error;
      told = error instanceof Fault ? { fault: error.clause } : { bad: error.code };
    }
    console.log(JSON.stringify({ told, took }));
  }
}
