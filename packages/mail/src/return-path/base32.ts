// RFC 4648 §6 in lower case: survives servers that fold the case of a local part.
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const VALUES = new Map([...ALPHABET].map((char, value) => [char, value]));

export function encodeBase32(octets: Uint8Array): string {
  let bits = 0;
  let pending = 0;
  let text = '';
  for (const octet of octets) {
    pending = (pending << 8) | octet;
    for (bits += 8; bits >= 5; bits -= 5) text += ALPHABET[(pending >>> (bits - 5)) & 31];
    pending &= (1 << bits) - 1;
  }
  return bits === 0 ? text : text + ALPHABET[(pending << (5 - bits)) & 31];
}

/** Null for anything `encodeBase32` would not have written. */
export function decodeBase32(text: string): Buffer | null {
  const octets: number[] = [];
  let bits = 0;
  let pending = 0;
  for (const char of text) {
    const value = VALUES.get(char);
    if (value === undefined) return null;
    pending = (pending << 5) | value;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    octets.push(pending >>> bits);
    pending &= (1 << bits) - 1;
  }
  const decoded = Buffer.from(octets);
  return encodeBase32(decoded) === text ? decoded : null;
}
