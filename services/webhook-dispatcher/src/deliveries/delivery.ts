import type { Endpoint } from '../endpoints/endpoint';

/** An event on its way to one endpoint. */
export interface Delivery {
  readonly id: string;
  readonly endpoint: Endpoint;
  readonly eventId: string;
  readonly messageId: string | null;
  readonly eventType: string;
  /** The exact JSON text, the same on every try. */
  readonly body: string;
  /** Tries made so far. */
  readonly attempts: number;
  /** Those of them that came before it was last replayed. */
  readonly attemptsBefore: number;
  readonly createdAt: Date;
}

/** What one try brought. An answer of the receiver is data; so is its silence. */
export interface Attempt {
  readonly startedAt: Date;
  readonly latencyMs: number;
  /** HTTP status; null when no answer came. */
  readonly status: number | null;
  /** Why there was no answer: a short code such as `timeout` or `ECONNREFUSED`. */
  readonly error: string | null;
  /** First 4 KB of the answer's body. */
  readonly response: string | null;
}
