import type { Logger } from '../log/logger';

export interface Part {
  readonly name: string;
  readonly close: () => Promise<unknown>;
}

/**
 * Closes parts one after the other, the last one first, so that each may still use those it was built on.
 * A part that fails to close does not keep the others from closing. Empties `parts`; answers how many failed.
 */
export async function closeInReverse(parts: Part[], log: Logger): Promise<number> {
  let failures = 0;
  for (let part = parts.at(-1); part; part = parts.at(-1)) {
    try {
      await part.close();
    } catch (error) {
      failures += 1;
      log.error({ err: error, part: part.name }, `${part.name} did not close cleanly`);
    }
    const index = parts.indexOf(part);
    if (index >= 0) parts.splice(index, 1);
  }
  return failures;
}
