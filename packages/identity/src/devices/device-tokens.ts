import { createHmac, createSecretKey, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { MasterKeys } from '@postrider/runtime';
import { canonicalEmail } from '../users/users.repository';

/** Recognizes browsers that have signed in to an account before. The token proves nothing else, and signs in nowhere. */
export interface DeviceTokens {
  /** @param known the device's id if it has one: it keeps it */
  issue(email: string, known: string | null): string;
  /** Id of the device when it was issued to this account; null: unknown. */
  read(token: string | undefined, email: string): string | null;
}

const idBytes = 16;
const tagBytes = 16;

export function createDeviceTokens({ masterKey, previousKeys = [] }: MasterKeys): DeviceTokens {
  const tagOf = createTag(masterKey);
  const tags = [tagOf, ...previousKeys.map(createTag)];
  return {
    issue: (email, known) => {
      const id = known === null ? randomBytes(idBytes) : Buffer.from(known, 'base64url');
      return Buffer.concat([id, tagOf(email, id)]).toString('base64url');
    },
    read: (token, email) => {
      const bytes = Buffer.from(token ?? '', 'base64url');
      if (bytes.length !== idBytes + tagBytes) return null;
      const [id, tag] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes)];
      return tags.some((each) => timingSafeEqual(tag, each(email, id))) ? id.toString('base64url') : null;
    },
  };
}

function createTag(masterKey: Buffer): (email: string, id: Buffer) => Buffer {
  const key = createSecretKey(
    new Uint8Array(hkdfSync('sha256', masterKey, '', 'postrider sign-in devices', 32)),
  );
  return (email, id) =>
    createHmac('sha256', key).update(id).update(canonicalEmail(email)).digest().subarray(0, tagBytes);
}
