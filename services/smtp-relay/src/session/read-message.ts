import type { SMTPServerDataStream } from 'smtp-server';
import { ReplyError, replies } from './smtp-reply';

/**
 * Reads DATA to its end, keeping at most `bytesMax` bytes: what goes beyond is read and thrown away, so that the
 * client sees the 552 instead of a broken connection.
 * @throws ReplyError 552 when too large, 421 when it took longer than `timeoutMs`
 */
export function readMessage(
  stream: SMTPServerDataStream,
  limits: { readonly bytesMax: number; readonly timeoutMs: number },
): Promise<Buffer> {
  // By events: an iterator's turns of the queue cost more than the bytes of an ordinary message.
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => stream.destroy(new ReplyError(replies.dataTooSlow)), limits.timeoutMs);
    let chunks: Buffer[] = [];
    let bytes = 0;
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limits.bytesMax) chunks.push(chunk);
      else chunks = [];
    });
    stream.once('end', () => {
      if (bytes > limits.bytesMax) reject(new ReplyError(replies.tooLarge));
      else resolve(Buffer.concat(chunks, bytes));
    });
    stream.once('error', reject);
    stream.once('close', () => {
      clearTimeout(timer);
      // An error for each message, made only to be ignored, took a twentieth of the relay's time.
      if (!stream.readableEnded) reject(new Error('the message broke off'));
    });
  });
}
