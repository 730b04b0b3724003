// A ring around whatever stands for a choice, wherever a drawing shows it. A map has signs of its own.

/** The rules of a style sheet for these choices. */
export function ringRules(points: string[]): string {
  if (points.length === 0) return "";
  const marked = points.map((point) => `[data-choice=${JSON.stringify(point)}]:not(svg *)`).join(", ");
  return `
    ${marked} { outline: 3px solid var(--mark); outline-offset: 2px; animation: taught 1.2s ease-in-out infinite alternate; }
    @keyframes taught { to { outline-offset: 5px; } }
    @media (prefers-reduced-motion: reduce) { ${marked} { animation: none; } }
  `;
}

/** Scrolls these choices or places to where they are seen, in the list beside the board that shows them, unless they are. */
export function bringIntoView(points: string[]): void {
  const named = points.map((point) => `[data-choice=${JSON.stringify(point)}], [data-place=${JSON.stringify(point)}]`).join(", ");
  const things = named ? [...document.querySelectorAll(named)].filter((one) => one.closest("aside") !== null && one.checkVisibility()) : [];
  const list = things[0]?.closest("aside");
  if (!list) return;
  const room = list.getBoundingClientRect();
  const boxes = things.filter((one) => one.closest("aside") === list).map((one) => one.getBoundingClientRect());
  const [top, bottom] = [Math.min(...boxes.map((box) => box.top)), Math.max(...boxes.map((box) => box.bottom))];
  if (top >= room.top && bottom <= room.bottom) return;
  // What is higher than the list begins at its top.
  const middle = (top + bottom - room.top - room.bottom) / 2;
  list.scrollBy({ top: bottom - top > room.height ? top - room.top : middle });
}

/** Draws rings until it is called. */
export function ring(points: string[]): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ringRules(points));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet));
}
