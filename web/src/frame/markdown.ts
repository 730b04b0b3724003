// The little of Markdown that the quick references use: headings, lists, tables, bold, emphasis, code.

const escape = (text: string): string =>
  text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");

function inline(text: string): string {
  return escape(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replace(/\*([^*]+)\*/g, "<em>$1</em>");
}

const row = (line: string, tag: string): string => {
  const cells = line.trim().replace(/^\||\|$/g, "").split("|");
  return `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join("")}</tr>`;
};

function block(lines: string[]): string {
  const [first = "", second = ""] = lines;
  const heading = /^(#{1,4}) (.*)$/.exec(first);
  if (heading) {
    const level = Math.min(6, heading[1]!.length + 1);
    const rest = lines.slice(1);
    return `<h${level}>${inline(heading[2]!)}</h${level}>${rest.length > 0 ? block(rest) : ""}`;
  }
  if (first.startsWith("|") && /^\|[\s:|-]+\|$/.test(second.trim())) {
    const body = lines.slice(2).map((line) => row(line, "td")).join("");
    return `<div class="scroll"><table><thead>${row(first, "th")}</thead><tbody>${body}</tbody></table></div>`;
  }
  const item = /^\s*(?:[-*]|\d+\.) /;
  if (item.test(first)) {
    const tag = /^\s*\d/.test(first) ? "ol" : "ul";
    const items: string[] = [];
    for (const line of lines) {
      if (item.test(line)) items.push(line.replace(item, ""));
      else items[items.length - 1] += ` ${line.trim()}`;
    }
    return `<${tag}>${items.map((text) => `<li>${inline(text)}</li>`).join("")}</${tag}>`;
  }
  const list = lines.findIndex((line) => item.test(line));
  if (list > 0) return block(lines.slice(0, list)) + block(lines.slice(list));
  return `<p>${inline(lines.join(" "))}</p>`;
}

/** HTML without anything of the text being taken as HTML. */
export function markdown(text: string): string {
  const blocks = text.split(/\n\s*\n/).map((part) => part.split("\n").filter((line) => line.trim() !== ""));
  return blocks.filter((lines) => lines.length > 0).map(block).join("\n");
}
