import { AbortedError, RateLimitError, TimeoutError, type PostriderError } from './errors';
import { rateLimitOf, type Tried } from './read-response';

/** Requests at a time before the first response says what the limit is. */
const unknownMax = 5;
/** Added to the requested delay, so that clients with the same key do not all go on at once. */
const spreadMs = 250;

export interface Turn {
  /** The call fails then. */
  readonly deadline: number;
  readonly signal: AbortSignal | undefined;
  readonly tried: Tried;
  /** The refusal that has the request wait once more: it is thrown if no time is left. */
  readonly refusal: PostriderError | undefined;
}

/** The server's count, continued between responses: a bucket of `limit` requests that fills evenly. */
interface Bucket {
  readonly limit: number;
  readonly perMs: number;
  readonly left: number;
  readonly atMs: number;
}

/**
 * Requests beyond the rate limit of the key wait here, in order, instead of being refused. Responses say how many are left and when all
 * are again. Other programs may use the key too, so a request can still be refused: it goes to the front of the queue, which stops
 * for as long as the API says.
 */
export class RateQueue {
  readonly #waitingMax: number;
  readonly #waiting: (() => void)[] = [];
  /** Null: the key has no limit; undefined: no response so far. */
  #bucket: Bucket | null | undefined;
  #inFlight = 0;
  #stoppedUntilMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** @param waitingMax 0: nothing waits */
  constructor(waitingMax: number) {
    this.#waitingMax = waitingMax;
  }

  get isOn(): boolean {
    return this.#waitingMax > 0;
  }

  /**
   * Resolves when the request may be made; `leave` is called when it was.
   * @throws RateLimitError when the queue is full, TimeoutError when the time is up, AbortedError
   */
  async enter(turn: Turn): Promise<void> {
    const isFree = this.#waiting.length === 0 && this.#waitMs() === 0;
    if (!this.isOn || isFree) this.#take();
    else await this.#wait(turn);
  }

  /**
   * @param response undefined: there was none
   * @returns whether the request was refused because of the rate limit of the key
   */
  leave(response: Response | undefined): boolean {
    this.#inFlight -= 1;
    const isRefused = response !== undefined && this.#learn(response);
    this.#advance();
    return isRefused;
  }

  #wait({ deadline, signal, tried, refusal }: Turn): Promise<void> {
    if (refusal === undefined && this.#waiting.length >= this.#waitingMax) {
      const message = `not sent: ${this.#waitingMax} calls wait for the rate limit of the key already`;
      throw new RateLimitError(message, { code: 'rate_limited', ...tried });
    }
    return new Promise((resolve, reject) => {
      const go = (): void => {
        leave();
        resolve();
      };
      const fail = (error: PostriderError): void => {
        leave();
        this.#waiting.splice(this.#waiting.indexOf(go), 1);
        reject(error);
      };
      const abort = (): void =>
        fail(new AbortedError('the call was aborted', { code: 'aborted', cause: signal?.reason, ...tried }));
      const expire = (): void => {
        const message = 'not sent: the rate limit of the key left no time for it';
        fail(refusal ?? new TimeoutError(message, { code: 'timeout', ...tried }));
      };
      const timer = setTimeout(expire, Math.max(0, deadline - Date.now()));
      const leave = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
      };
      if (refusal === undefined) this.#waiting.push(go);
      else this.#waiting.unshift(go);
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort, { once: true });
      this.#advance();
    });
  }

  /** Lets requests go whose turn it is, and comes back when it is the next one's. */
  #advance(): void {
    clearTimeout(this.#timer);
    while (this.#waiting.length > 0) {
      const waitMs = this.#waitMs();
      if (waitMs > 0) {
        // A response ends an unknown wait.
        if (waitMs !== Infinity) this.#timer = setTimeout(() => this.#advance(), waitMs);
        return;
      }
      this.#take();
      this.#waiting.shift()?.();
    }
  }

  /** How long until a request may be made. */
  #waitMs(): number {
    const now = Date.now();
    if (now < this.#stoppedUntilMs) return this.#stoppedUntilMs - now;
    const bucket = this.#bucket;
    if (bucket === undefined) return this.#inFlight < unknownMax ? 0 : Infinity;
    if (bucket === null) return 0;
    const left = leftAt(bucket, now);
    return left >= 1 ? 0 : Math.ceil((1 - left) / bucket.perMs);
  }

  #take(): void {
    this.#inFlight += 1;
    const bucket = this.#bucket;
    if (bucket) this.#bucket = { ...bucket, left: bucket.left - 1 };
  }

  #learn({ ok, status, headers }: Response): boolean {
    const rate = rateLimitOf(headers);
    if (rate === undefined) {
      // A proxy's errors have no limit either.
      if (ok) this.#bucket = null;
      return false;
    }
    const { limit, remaining, resetMs } = rate;
    const now = Date.now();
    const known = this.#bucket?.limit === limit ? this.#bucket : undefined;
    // What is known of the rate is rounded: the highest is the closest.
    const perMs = Math.max(known?.perMs ?? 0, (limit - remaining) / Math.max(resetMs, 1), limit / 60_000);
    // At worst, none of those in flight has been counted yet. A slow server has refilled its count by the time it answers.
    const surelyLeft = remaining - this.#inFlight;
    const left = known ? Math.max(Math.min(leftAt(known, now), remaining), surelyLeft) : surelyLeft;
    const isRefused = status === 429 && remaining === 0;
    this.#bucket = { limit, perMs, left: isRefused ? 0 : left, atMs: now };
    if (isRefused) {
      const seconds = Number(headers.get('retry-after') ?? 1);
      this.#stoppedUntilMs = now + seconds * 1_000 + Math.random() * spreadMs;
    }
    return isRefused;
  }
}

function leftAt({ limit, perMs, left, atMs }: Bucket, now: number): number {
  return Math.min(limit, left + (now - atMs) * perMs);
}
