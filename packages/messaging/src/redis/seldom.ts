/** Passes an error on unless one with the same text was passed on within `intervalMs`. */
export function seldom(intervalMs: number, tell: (error: Error) => void): (error: Error) => void {
  let last = { text: '', atMs: -Infinity };
  return (error) => {
    const nowMs = performance.now();
    if (error.message === last.text && nowMs - last.atMs < intervalMs) return;
    last = { text: error.message, atMs: nowMs };
    tell(error);
  };
}
