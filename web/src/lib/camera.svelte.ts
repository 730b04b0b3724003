// Where the eye is over the board: zoom and shift of the sheet in its window, in pixels.

export const CLOSEST = 5;

export class Camera {
  zoom = $state(1);
  x = $state(0);
  y = $state(0);
  /** the window, and the sheet in it when the whole board is shown */
  window = $state.raw({ width: 0, height: 0 });
  sheet = $state.raw({ width: 0, height: 0 });

  /** Fits a sheet of these proportions into a window. */
  fit(window: { width: number; height: number }, aspect: number): void {
    this.window = window;
    const width = Math.min(window.width, window.height * aspect);
    this.sheet = { width, height: width / aspect };
    this.settle();
  }

  /** Zooms to so many times, keeping the point (x, y) of the window where it is. */
  zoomTo(zoom: number, x = this.window.width / 2, y = this.window.height / 2): void {
    const next = Math.min(CLOSEST, Math.max(1, zoom));
    const ratio = next / this.zoom;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.zoom = next;
    this.settle();
  }

  shift(dx: number, dy: number): void {
    this.x += dx;
    this.y += dy;
    this.settle();
  }

  /** Brings a point of the sheet (in shares of it) into view, away from the rim. */
  show(shareX: number, shareY: number): void {
    if (this.zoom === 1) return;
    const margin = Math.min(this.window.width, this.window.height) * 0.18;
    const at = { x: this.x + shareX * this.sheet.width * this.zoom, y: this.y + shareY * this.sheet.height * this.zoom };
    const pull = (value: number, size: number): number =>
      value < margin ? margin - value : value > size - margin ? size - margin - value : 0;
    this.shift(pull(at.x, this.window.width), pull(at.y, this.window.height));
  }

  /** No empty table where there could be board. */
  private settle(): void {
    const within = (offset: number, size: number, room: number): number =>
      size <= room ? (room - size) / 2 : Math.min(0, Math.max(room - size, offset));
    this.x = within(this.x, this.sheet.width * this.zoom, this.window.width);
    this.y = within(this.y, this.sheet.height * this.zoom, this.window.height);
  }
}

interface Handlers {
  /** the hand moves the board: show it blurred and fast; false when it rests */
  moving: (now: boolean) => void;
  /** may a double tap here zoom? Not on something that was chosen by the first tap */
  free: (target: EventTarget | null) => boolean;
  /** a double tap zoomed: whatever its first tap began is void */
  zoomed: () => void;
}

/** Wheel, pinch, drag and double tap on an element move the camera. Returns how to take the listeners off again. */
export function hands(element: HTMLElement, camera: Camera, { moving, free, zoomed }: Handlers): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let dragged = false;
  let travelled = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  let tap = { time: 0, x: 0, y: 0 };

  const at = (event: MouseEvent): { x: number; y: number } => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const stir = (): void => {
    moving(true);
    clearTimeout(rest);
    rest = setTimeout(() => moving(false), 160);
  };

  const wheel = (event: WheelEvent): void => {
    if (camera.zoom === 1 && event.deltaY > 0 && !event.ctrlKey) return; // the page scrolls on
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 16 : 1;
    const { x, y } = at(event);
    camera.zoomTo(camera.zoom * Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), x, y);
    stir();
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (pointers.size === 0) {
      dragged = false;
      travelled = 0;
    }
    pointers.set(event.pointerId, at(event));
  };
  const move = (event: PointerEvent): void => {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const now = at(event);
    const others = [...pointers].filter(([id]) => id !== event.pointerId).map(([, p]) => p);
    pointers.set(event.pointerId, now);
    travelled += Math.hypot(now.x - before.x, now.y - before.y);
    if (!dragged && travelled < 7) return;
    if (!dragged) {
      dragged = true;
      element.setPointerCapture(event.pointerId);
    }
    const other = others[0];
    if (other) {
      const spread = (p: { x: number; y: number }): number => Math.hypot(p.x - other.x, p.y - other.y) || 1;
      const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
      camera.shift((now.x - before.x) / 2, (now.y - before.y) / 2);
      camera.zoomTo(camera.zoom * (spread(now) / spread(before)), middle.x, middle.y);
    } else camera.shift(now.x - before.x, now.y - before.y);
    stir();
  };
  const up = (event: PointerEvent): void => {
    pointers.delete(event.pointerId);
  };
  const click = (event: MouseEvent): void => {
    if (dragged) {
      // the end of a drag is no choice
      event.stopPropagation();
      event.preventDefault();
      dragged = false;
      return;
    }
    if (event.detail === 0) return; // made by a key
    const { x, y } = at(event);
    const twice = event.timeStamp - tap.time < 320 && Math.hypot(x - tap.x, y - tap.y) < 30;
    if (twice && free(event.target)) {
      event.stopPropagation();
      camera.zoomTo(camera.zoom > 2.4 ? 1 : camera.zoom * 2, x, y);
      stir();
      zoomed();
    }
    tap = { time: twice || !free(event.target) ? 0 : event.timeStamp, x, y };
  };

  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("click", click, { capture: true });
  return () => {
    clearTimeout(rest);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("click", click, { capture: true });
  };
}
