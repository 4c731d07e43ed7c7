import { createHmac, createSecretKey, hkdfSync, timingSafeEqual } from 'node:crypto';
import { AppError } from '@postrider/contracts/errors';
import type { MasterKeys } from '@postrider/runtime';

/** What a cursor is good for: one list of one organization. */
export interface CursorScope {
  readonly list: string;
  readonly organizationId: string;
}

/** Turns the id of a page's last row into an opaque cursor and back. */
export interface CursorCodec {
  issue(scope: CursorScope, lastId: string): string;
  /** @throws AppError `invalid_cursor` for anything this did not issue for the same list and organization */
  read(scope: CursorScope, cursor: string): string;
}

const idBytes = 16;
/** 64 bits: a guess succeeds once in 2^64, and would gain nothing but a place in one's own list. */
const tagBytes = 8;

/**
 * A cursor is base64url of the id's 16 bytes and a truncated HMAC-SHA256 over scope and id.
 * Cursors have keys of their own, derived from the deployment's.
 */
export function createCursorCodec({ masterKey, previousKeys = [] }: MasterKeys): CursorCodec {
  const tagOf = createTag(masterKey);
  const tags = [tagOf, ...previousKeys.map(createTag)];

  return {
    issue: (scope, lastId) => {
      const id = Buffer.from(lastId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, tagOf(scope, id)]).toString('base64url');
    },
    read: (scope, cursor) => {
      const bytes = Buffer.from(cursor, 'base64url');
      const id = bytes.subarray(0, idBytes);
      // Decoding is lenient (other alphabets, stray characters); only the spelling that was issued counts.
      const genuine =
        bytes.length === idBytes + tagBytes &&
        bytes.toString('base64url') === cursor &&
        tags.some((each) => timingSafeEqual(bytes.subarray(idBytes), each(scope, id)));
      if (!genuine) throw new AppError('invalid_cursor');
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
    },
  };
}

function createTag(masterKey: Buffer): (scope: CursorScope, id: Buffer) => Buffer {
  const derived = hkdfSync('sha256', masterKey, '', 'postrider list cursors', 32);
  const key = createSecretKey(new Uint8Array(derived));
  return ({ list, organizationId }, id) =>
    createHmac('sha256', key)
      .update(`${list}\n${organizationId}\n`)
      .update(id)
      .digest()
      .subarray(0, tagBytes);
}
