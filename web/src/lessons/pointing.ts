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

/** Scrolls the first of these things that a list beside the board shows to where it is seen whole, unless it is. */
export function bringIntoView(points: string[]): void {
  for (const point of points) {
    const thing = [...document.querySelectorAll(`[data-choice=${JSON.stringify(point)}], [data-place=${JSON.stringify(point)}]`)].find(
      (one) => one.closest("aside") !== null && one.checkVisibility(),
    );
    const list = thing?.closest("aside");
    if (!thing || !list) continue;
    const [seen, room] = [thing.getBoundingClientRect(), list.getBoundingClientRect()];
    if (seen.top < room.top || seen.bottom > room.bottom) list.scrollBy({ top: (seen.top + seen.bottom - room.top - room.bottom) / 2 });
    return;
  }
}

/** Draws rings until it is called. */
export function ring(points: string[]): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(ringRules(points));
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  return () => (document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet));
}
