import { uuidv7 } from 'uuidv7';

/** A new UUIDv7 (RFC 9562): its first 48 bits are the time in milliseconds, so ids sort by creation. */
export function newId(): string {
  return uuidv7();
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** True for any UUID in its usual text form; path parameters are checked with it before they reach SQL. */
export function isId(value: string): boolean {
  return uuidPattern.test(value);
}
