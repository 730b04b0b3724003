// What need not be in the next picture.

/** Does something when the next picture is made; gives back a way to leave it. Measuring or drawing it before would make that picture late. */
export function whenPainted(what: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => (timer = setTimeout(what)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
