// Picks the icons the page uses out of the package @iconify-json/game-icons (CC BY 3.0): each list of src (NAME-list.json)
// gets its shapes beside it (NAME-shapes.json). Run it after a change of a list: node scripts/pick-icons.mjs
import { globSync, readFileSync, writeFileSync } from "node:fs";

const web = new URL("..", import.meta.url);
const read = (path) => JSON.parse(readFileSync(new URL(path, web), "utf8"));
const { icons } = read("node_modules/@iconify-json/game-icons/icons.json");

/** A coordinate to a tenth of a unit: the icons are 512 units wide, and nobody sees more. */
const short = (number) => String(Math.round(Number(number) * 10) / 10).replace(/^(-?)0\./, "$1.");

/** The numbers of one command, each shortened, with no more between them than is needed. */
function shortened(numbers) {
  let text = "";
  let last = "";
  for (const number of numbers.map(short)) {
    const apart = text !== "" && !number.startsWith("-") && !(number.startsWith(".") && last.includes("."));
    text += (apart ? " " : "") + number;
    last = number;
  }
  return text;
}

/** The path with shorter numbers. Arcs stay as they are: their flags may be written without anything between them. */
const shorter = (path) =>
  path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (all, command, rest) =>
    /a/i.test(command) ? all : command + shortened(rest.match(/-?(?:\d+\.?\d*|\.\d+)/g) ?? []));

for (const path of globSync("src/**/*icon-list.json", { cwd: web }).sort()) {
  const shapes = {};
  for (const source of [...new Set(Object.values(read(path)))].sort()) {
    const icon = icons[source];
    if (!icon) throw new Error(`game-icons has no icon '${source}'; correct it in ${path}`);
    shapes[source] = icon.body.replace(/ d="([^"]*)"/g, (_, d) => ` d="${shorter(d)}"`);
  }
  writeFileSync(new URL(path.replace("-list.json", "-shapes.json"), web), JSON.stringify(shapes, null, 1) + "\n");
  console.log(`${path}: ${Object.keys(shapes).length} icons`);
}
