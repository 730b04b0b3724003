// Picks the icons the page uses out of the package @iconify-json/game-icons (CC BY 3.0) into src/lib/icon-shapes.json.
// Run it after a change of src/lib/icon-list.json: node scripts/pick-icons.mjs
import { readFileSync, writeFileSync } from "node:fs";

const at = (path) => new URL(path, import.meta.url);
const read = (path) => JSON.parse(readFileSync(at(path), "utf8"));
const { icons } = read("../node_modules/@iconify-json/game-icons/icons.json");
const list = read("../src/lib/icon-list.json");

const shapes = {};
for (const source of [...new Set(Object.values(list))].sort()) {
  const icon = icons[source];
  if (!icon) throw new Error(`game-icons has no icon '${source}'; correct it in src/lib/icon-list.json`);
  shapes[source] = icon.body;
}
writeFileSync(at("../src/lib/icon-shapes.json"), JSON.stringify(shapes, null, 1) + "\n");
console.log(`${Object.keys(shapes).length} icons`);
