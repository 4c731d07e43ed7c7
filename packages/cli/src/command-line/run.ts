import type { Session } from './session';

/** Runs a command and prints its failure. What the work returns is the exit code; nothing: 0. */
export type Run = (work: (session: Session) => Promise<number | void>) => Promise<void>;
