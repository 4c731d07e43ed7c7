import { createPublicKey } from 'node:crypto';
import { parseTagList } from './tag-list';

/** Verifiers must not accept shorter keys (RFC 8301 §3.2). */
export const dkimBitsMin = 1_024;
/** Signers should use at least these (RFC 8301 §3.2). */
export const dkimBitsGood = 2_048;

/** A key of 4,096 bits is 736 characters; whatever is longer is none that a receiver reads. */
const keyCharsMax = 8_192;

/** Length of the RSA key in a DKIM record; null: another algorithm, a revoked key, or no key. */
export function dkimKeyBits(record: string): number | null {
  const tags = parseTagList(record);
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return null;
  const text = (tags.get('p') ?? '').replace(/\s+/g, '');
  if (text === '' || text.length > keyCharsMax) return null;
  const key = Buffer.from(text, 'base64');
  return bitsOf(key, 'spki') ?? bitsOf(key, 'pkcs1');
}

function bitsOf(key: Buffer, type: 'spki' | 'pkcs1'): number | null {
  try {
    const { asymmetricKeyDetails } = createPublicKey({ key, format: 'der', type });
    return asymmetricKeyDetails?.modulusLength ?? null;
  } catch {
    return null;
  }
}
