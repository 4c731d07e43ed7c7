/** One line of the table, and of `.local/faults.json`. */
export interface Verdict {
  readonly scenario: string;
  readonly promise: string;
  /** `skipped` with the reason in `detail`. */
  readonly held: boolean | 'skipped';
  /** Messages for which a client got its 2xx or 250. */
  readonly accepted: number;
  /** Accepted, but without a final state, or final as delivered without a copy at the mail server. */
  readonly lost: number;
  /** Copies beyond the first. */
  readonly duplicates: number;
  readonly detail: string;
}
