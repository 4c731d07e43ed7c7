import type { SMTPServerDataStream } from 'smtp-server';
import { ReplyError, replies } from './smtp-reply';

/**
 * Reads DATA to its end, keeping at most `bytesMax` bytes: what goes beyond is read and thrown away, so that the
 * client sees the 552 instead of a broken connection.
 * @throws ReplyError 552 when too large, 421 when it took longer than `timeoutMs`
 */
export async function readMessage(
  stream: SMTPServerDataStream,
  limits: { readonly bytesMax: number; readonly timeoutMs: number },
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const timer = setTimeout(() => stream.destroy(new ReplyError(replies.dataTooSlow)), limits.timeoutMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes <= limits.bytesMax) chunks.push(chunk);
      else chunks.length = 0;
    }
  } finally {
    clearTimeout(timer);
  }
  if (bytes > limits.bytesMax) throw new ReplyError(replies.tooLarge);
  return Buffer.concat(chunks);
}
