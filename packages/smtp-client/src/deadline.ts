/**
 * A time that each command moves. The timer is not touched by that: it looks, when it fires, how much is left. Timers of their
 * own for each reply were a twentieth of what a message costs.
 */
export class Deadline {
  private atMs = Infinity;
  private firesAtMs = Infinity;
  private timeoutMs = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly onPassed: (timeoutMs: number) => void) {}

  set(timeoutMs: number): void {
    this.timeoutMs = timeoutMs;
    this.atMs = performance.now() + timeoutMs;
    if (this.atMs < this.firesAtMs) this.fireIn(timeoutMs);
  }

  /** Nothing is waited for, until it is set again. */
  clear(): void {
    this.atMs = Infinity;
  }

  /** For good. */
  end(): void {
    clearTimeout(this.timer);
    this.atMs = Infinity;
    this.firesAtMs = -Infinity;
  }

  private fireIn(ms: number): void {
    clearTimeout(this.timer);
    this.firesAtMs = this.atMs;
    this.timer = setTimeout(() => this.fire(), ms);
  }

  private fire(): void {
    this.firesAtMs = Infinity;
    if (this.atMs === Infinity) return;
    const leftMs = Math.ceil(this.atMs - performance.now());
    if (leftMs > 0) return this.fireIn(leftMs);
    this.atMs = Infinity;
    this.onPassed(this.timeoutMs);
  }
}
