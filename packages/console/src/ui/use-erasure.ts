import type { Erasure } from '../api/types';
import { useSensitive } from './sensitive';

/** Erases a person part by part. @returns the receipt of all parts */
export type ErasePerson = (erasePart: (cursor: string | undefined) => Promise<Erasure>) => Promise<Erasure>;

/** Each part may require a recent authentication: what was erased before it is not erased again. */
export function useErasure(): ErasePerson {
  const sensitive = useSensitive();
  return async (erasePart) => {
    let whole = await sensitive(() => erasePart(undefined));
    for (let next = whole.next_cursor; next !== null; next = whole.next_cursor) {
      const cursor = next;
      whole = addedUp(whole, await sensitive(() => erasePart(cursor)));
    }
    return whole;
  };
}

/** The receipt of both parts, and where the next one begins. */
function addedUp(before: Erasure, part: Erasure): Erasure {
  const erased = { ...part.erased };
  for (const name of Object.keys(erased) as (keyof Erasure['erased'])[]) erased[name] += before.erased[name];
  return { ...part, erased };
}
