// How many tables wait, on the tab: a number before the title, and a dot with it on the icon.

/** The title of the page, with how many tables wait elsewhere. */
export const badgedTitle = (title: string, count: number): string => (count > 0 ? `(${count}) ${title}` : title);

const ICON = "/favicon.svg";
let shown = 0;

/** Puts the number on the icon of the tab, and on that of an installed app. */
export async function showBadge(count: number): Promise<void> {
  if (count === shown) return;
  shown = count;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (!link) return;
  const app = navigator as Navigator & { setAppBadge?: (count: number) => Promise<void>; clearAppBadge?: () => Promise<void> };
  void (count > 0 ? app.setAppBadge?.(count) : app.clearAppBadge?.())?.catch(() => {});
  link.href = count > 0 ? ((await drawn(count)) ?? ICON) : ICON;
}

/** The icon with a number in its corner, as a picture; null where it can't be drawn. */
async function drawn(count: number): Promise<string | null> {
  const size = 64;
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (!pen) return null;
  const icon = new Image(size, size);
  icon.src = ICON;
  try {
    await icon.decode();
    pen.drawImage(icon, 0, 0, size, size);
  } catch {
    // The number alone, then.
  }
  pen.fillStyle = "#b3261e";
  pen.beginPath();
  pen.arc(size - 21, size - 21, 21, 0, 2 * Math.PI);
  pen.fill();
  pen.fillStyle = "#ffffff";
  pen.font = "bold 32px sans-serif";
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillText(count > 9 ? "9+" : String(count), size - 21, size - 19, 36);
  return canvas.toDataURL("image/png");
}
