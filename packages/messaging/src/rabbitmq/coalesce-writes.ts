import type { Channel } from 'amqplib';
import type { Writable } from 'node:stream';

const coalesced = new WeakSet<Writable>();

/**
 * amqplib writes each frame to the socket by itself: an acknowledgement of 21 octets is a system call and a packet
 * of its own, and took a seventh of the time of a busy consumer. Held back until the end of the event loop's turn,
 * all frames of the turn leave in one call.
 */
export function coalesceWrites(channel: Channel): void {
  const stream = streamOf(channel);
  if (!stream || coalesced.has(stream)) return;
  coalesced.add(stream);
  const write = stream.write.bind(stream) as (...given: unknown[]) => boolean;
  let corked = false;
  const release = (): void => {
    corked = false;
    stream.uncork();
  };
  const writeLater = (...given: unknown[]): boolean => {
    if (!corked) {
      corked = true;
      stream.cork();
      process.nextTick(release);
    }
    return write(...given);
  };
  stream.write = writeLater as Writable['write'];
}

/** Not part of amqplib's public interface: without it, frames go one by one as before. */
function streamOf(channel: Channel): Writable | undefined {
  const { stream } = channel.connection as unknown as { stream?: Partial<Writable> };
  return typeof stream?.write === 'function' && typeof stream.cork === 'function'
    ? (stream as Writable)
    : undefined;
}
