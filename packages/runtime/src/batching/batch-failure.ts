import { isEngineUnavailable } from '../engines/engine-unavailable';
import { sqlState } from '../engines/sql-state';

/** A mistake in a `run` function, not in the rows it was given: the whole batch fails. */
export class ResultCountError extends Error {
  override readonly name = 'ResultCountError';
}

/**
 * SQLSTATE classes that a single row can cause: cardinality (one row hit twice by an upsert), data, integrity,
 * WITH CHECK OPTION, program limits (an index entry too large), and what a trigger raises.
 */
const rowClasses = /^(21|22|23|44|54|P0)/;

/** True when another part of the same batch may well succeed. */
export function concernsItems(error: unknown): boolean {
  if (error instanceof ResultCountError || isEngineUnavailable(error)) return false;
  const state = sqlState(error);
  if (state !== undefined) return rowClasses.test(state);
  // No database error: the code that turns items into parameters failed on one of them. What carries a code of
  // its own comes from a socket or from TLS.
  return error instanceof Error && !('code' in error);
}
