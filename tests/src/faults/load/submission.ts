import type { LoadMessage } from './message';

/** What a try to hand a message in came to. */
export type SubmissionResult =
  | { readonly kind: 'accepted'; readonly id: string }
  /** Worth trying again: no answer, a cut connection, 429, 5xx or 4xx of SMTP. */
  | { readonly kind: 'failed'; readonly cause: string }
  /** The system says that it will never take it. */
  | { readonly kind: 'refused'; readonly cause: string };

/** Hands one message in, once. Never rejects. */
export interface Submitter {
  submit(message: LoadMessage): Promise<SubmissionResult>;
  close(): Promise<void>;
}
