/** The one recipient of one message that an address or a link stands for. */
export interface RecipientReference {
  /** UUID of the email. */
  messageId: string;
  /** Position of the recipient in the message, 0–65535. */
  ordinal: number;
}

const UUID_OCTETS = 16;
const ORDINAL_OCTETS = 2;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const REFERENCE_OCTETS = UUID_OCTETS + ORDINAL_OCTETS;

/** @throws when the id is no UUID or the ordinal out of range */
export function encodeReference({ messageId, ordinal }: RecipientReference): Buffer {
  if (!UUID.test(messageId)) throw new Error('a token names a message by its UUID');
  const octets = Buffer.alloc(REFERENCE_OCTETS);
  octets.write(messageId.replaceAll('-', ''), 'hex');
  octets.writeUInt16BE(ordinal, UUID_OCTETS);
  return octets;
}

/** Reads the first `REFERENCE_OCTETS`. */
export function decodeReference(octets: Buffer): RecipientReference {
  const hex = octets.toString('hex', 0, UUID_OCTETS);
  const messageId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { messageId, ordinal: octets.readUInt16BE(UUID_OCTETS) };
}
