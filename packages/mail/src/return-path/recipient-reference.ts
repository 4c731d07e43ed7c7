/** The one recipient of one message that an address or a link stands for. */
export interface RecipientReference {
  /** UUID of the email. */
  messageId: string;
  /** Position of the recipient in the message, 0–65534. */
  ordinal: number;
}

/** What a return path stands for. */
export interface ReturnPathReference {
  messageId: string;
  /** Null: any recipient of the message. */
  ordinal: number | null;
}

const uuidOctets = 16;
const ordinalOctets = 2;
const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stands for all recipients of a message; no recipient has it. */
export const wholeMessage = 0xffff;

export const referenceOctets = uuidOctets + ordinalOctets;

/** @throws when the id is no UUID or the ordinal out of range */
export function encodeReference({ messageId, ordinal }: RecipientReference): Buffer {
  if (!uuidPattern.test(messageId)) throw new Error('a token names a message by its UUID');
  const octets = Buffer.alloc(referenceOctets);
  octets.write(messageId.replaceAll('-', ''), 'hex');
  octets.writeUInt16BE(ordinal, uuidOctets);
  return octets;
}

/** Reads the first `referenceOctets`. */
export function decodeReference(octets: Buffer): RecipientReference {
  const hex = octets.toString('hex', 0, uuidOctets);
  const messageId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { messageId, ordinal: octets.readUInt16BE(uuidOctets) };
}
