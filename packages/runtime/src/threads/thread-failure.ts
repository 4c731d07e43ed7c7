/**
 * - overloaded, closed: nothing is wrong with the work; it may be tried again later.
 * - could_not_start: the thread did not come up in time; as above.
 * - timed_out, out_of_memory, died: it was ended together with its thread. The same work will most likely end so again.
 */
export type ThreadFailureReason =
  'overloaded' | 'closed' | 'could_not_start' | 'timed_out' | 'out_of_memory' | 'died';

const costly: ReadonlySet<ThreadFailureReason> = new Set(['timed_out', 'out_of_memory', 'died']);

/** Why work has no result. What the work itself throws is passed on as an ordinary error: a bug of ours. */
export class ThreadFailure extends Error {
  override readonly name = 'ThreadFailure';
  /** True: refuse the work, or put it aside. False: answer `service_unavailable`, or wait and try again. */
  readonly isTooCostly: boolean;

  constructor(
    readonly reason: ThreadFailureReason,
    work: string,
    options: ErrorOptions = {},
  ) {
    super(`${work} in a thread: ${reason}`, options);
    this.isTooCostly = costly.has(reason);
  }
}
