import type { SubmittedEnvelope } from './envelope-recipients';
import { parseIncomingMessage, type IncomingMessageResult, type RelayedSend } from './incoming-message';

export const envelope: SubmittedEnvelope = { from: 'bounce@shop.example', to: ['ada@example.com'] };
export const head = ['From: Shop <hello@shop.example>', 'To: Ada <ada@example.com>', 'Subject: Hi'];

/** Lines as they come over the wire. */
export function mail(...lines: readonly string[]): Buffer {
  return Buffer.from(lines.join('\r\n') + '\r\n', 'latin1');
}

export function withControls(...lines: readonly string[]): Buffer {
  return mail(...head, ...lines, '', 'body');
}

/** What the mail becomes. @throws when it is refused */
export async function sendOf(raw: Buffer, to: readonly string[] = envelope.to): Promise<RelayedSend> {
  const parsed = await read(raw, to);
  if (!parsed.ok) throw new Error(parsed.reply.text);
  return parsed.send;
}

/** `accepted`, or codes of the refusal. */
export async function replyTo(raw: Buffer, to: readonly string[] = envelope.to): Promise<string> {
  const parsed = await read(raw, to);
  return parsed.ok ? 'accepted' : `${parsed.reply.code} ${parsed.reply.enhanced}`;
}

/** As the relay has it, where only `bulk.` begins a bulk kind. */
function read(raw: Buffer, to: readonly string[]): Promise<IncomingMessageResult> {
  return parseIncomingMessage(raw, { ...envelope, to }, (kind) => kind?.startsWith('bulk.') ?? false);
}
