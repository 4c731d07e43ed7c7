import { errorCode } from '@postrider/runtime';
import type { Dispatcher } from 'undici';
import type { Attempt } from '../deliveries/delivery';

export interface PostRequest {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

/** Kept of an answer's body, to show why an endpoint refused. */
const RESPONSE_KEPT_BYTES = 4_096;
/** Read beyond that, so that the connection can be used again; a longer answer costs the receiver its connection. */
const RESPONSE_READ_BYTES = 65_536;

/**
 * One POST, at most `timeoutMs` from looking up the name to the last byte. Never rejects: what the receiver does is
 * the result. Redirects are not followed. Once the status is there it stands, even if the body never ends.
 *
 * Uses `dispatch` rather than `request`: without a stream per answer it makes about a third more deliveries.
 */
export function postAttempt(
  dispatcher: Dispatcher,
  request: PostRequest,
  timeoutMs: number,
): Promise<Attempt> {
  const startedAt = new Date();
  const startedMs = performance.now();
  return new Promise((resolve) => {
    const answer = new AnswerReader((outcome) => {
      clearTimeout(timer);
      resolve({ startedAt, latencyMs: Math.round(performance.now() - startedMs), ...outcome });
    });
    const timer = setTimeout(() => answer.breakOff('timeout'), timeoutMs);
    try {
      dispatcher.dispatch({ method: 'POST', ...request }, answer);
    } catch (error) {
      answer.onResponseError(null, error);
    }
  });
}

type Outcome = Pick<Attempt, 'status' | 'error' | 'response'>;

/** Reads one answer; ends exactly once. */
class AnswerReader implements Dispatcher.DispatchHandler {
  private controller: Dispatcher.DispatchController | null = null;
  private status: number | null = null;
  private readonly kept: Buffer[] = [];
  private readBytes = 0;
  private ended = false;

  constructor(private readonly onEnd: (outcome: Outcome) => void) {}

  /** Ends now, whatever stage it is in; a request that is still waiting for its connection is not sent any more. */
  breakOff(code: string): void {
    this.end(code);
    this.controller?.abort(new Error(code));
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.controller = controller;
    if (this.ended) controller.abort(new Error('broken off'));
  }

  onResponseStart(_controller: Dispatcher.DispatchController, statusCode: number): void {
    // 1xx only announces the answer (RFC 9110, section 15.2).
    if (statusCode >= 200) this.status = statusCode;
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const missing = RESPONSE_KEPT_BYTES - this.readBytes;
    if (missing > 0) this.kept.push(Buffer.from(chunk.subarray(0, missing)));
    this.readBytes += chunk.length;
    if (this.readBytes > RESPONSE_READ_BYTES) this.breakOff('response_too_long');
  }

  onResponseEnd(): void {
    this.end(null);
  }

  onResponseError(_controller: Dispatcher.DispatchController | null, error: unknown): void {
    this.end(errorCode(error));
  }

  private end(error: string | null): void {
    if (this.ended) return;
    this.ended = true;
    const { status } = this;
    this.onEnd({ status, error: status === null ? (error ?? 'no_answer') : null, response: this.text() });
  }

  private text(): string | null {
    if (this.kept.length === 0) return null;
    // PostgreSQL's text cannot hold NUL.
    return Buffer.concat(this.kept).toString('utf8').replaceAll('\0', '\uFFFD');
  }
}
