import { decodedLength, sendLimits } from '@postrider/contracts/emails';
import { atMostBytes } from '@postrider/contracts/fields';
import { isBulkKind } from '@postrider/contracts/statuses';
import {
  hasBareNewlineOrNul,
  parseIncomingMessage,
  type RelayReply,
  type RelayedSend,
  type SubmittedEnvelope,
} from '@postrider/mail';

export interface Submission {
  /** A Buffer arrives in a thread as less. */
  readonly raw: Uint8Array;
  readonly envelope: SubmittedEnvelope;
}

/** The body of the request that a message becomes, in UTF-8: bytes pass from a thread without a copy. Or why it becomes none. */
export type ReadSubmission =
  | {
      readonly ok: true;
      readonly body: Uint8Array;
      readonly messageId: string | null;
      readonly hasIdempotencyKey: boolean;
    }
  | { readonly ok: false; readonly reply: RelayReply; readonly explanation?: string };

/** Never throws for bad input. On the event loop for small messages; for others there is the next one. */
export async function readSubmission({ raw: bytes, envelope }: Submission): Promise<ReadSubmission> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  // RFC 5321 section 2.3.8: CR and LF only as a pair. Passing others on would let one hop see two messages in one.
  if (hasBareNewlineOrNul(raw)) return { ok: false, reply: bareNewline };
  const parsed = await parseIncomingMessage(raw, envelope, isBulkKind);
  if (!parsed.ok) return parsed;
  const { send, messageId } = parsed;
  const explanation = oversized(send);
  if (explanation !== null) return { ok: false, reply: tooLarge, explanation };
  const hasIdempotencyKey = send.idempotency_key !== undefined;
  return { ok: true, body: Buffer.from(JSON.stringify(send)), messageId, hasIdempotencyKey };
}

const bareNewline = { code: 550, enhanced: '5.6.0', text: 'Bare CR, bare LF or NUL in the message' };
const tooLarge = { code: 552, enhanced: '5.3.4', text: 'payload_too_large' };

/** Sizes the API would refuse as one bad field among others; here they are a size, and need not be sent there first. */
function oversized({ html = '', text = '', mime = '', attachments = [] }: RelayedSend): string | null {
  const { bodyBytesMax, mimeBytesMax, attachmentBytesMax } = sendLimits;
  if (isLonger(html, bodyBytesMax)) return `html: ${atMostBytes(bodyBytesMax)}`;
  if (isLonger(text, bodyBytesMax)) return `text: ${atMostBytes(bodyBytesMax)}`;
  if (decodedLength(mime) > mimeBytesMax) return `mime: ${atMostBytes(mimeBytesMax)}`;
  const bytes = attachments.reduce((sum, { content }) => sum + decodedLength(content), 0);
  if (bytes <= attachmentBytesMax) return null;
  return `attachments: ${atMostBytes(attachmentBytesMax)} together`;
}

/** In UTF-8. Most texts are so short that it does not matter. */
function isLonger(text: string, bytesMax: number): boolean {
  return text.length * 3 > bytesMax && Buffer.byteLength(text) > bytesMax;
}
