import type { ByteReservation } from '@postrider/runtime';
import type { SMTPServerDataStream } from 'smtp-server';
import { ReplyError, replies, type Reply } from './smtp-reply';

export interface MessageTerms {
  readonly bytesMax: number;
  /** From DATA to the final dot. */
  readonly timeoutMs: number;
  readonly pace: MessagePace;
  /** Charged with what has arrived; the reader of the message releases it. */
  readonly room: ByteReservation;
}

export interface MessagePace {
  readonly windowMs: number;
  /** Fewer bytes within one window are too slow for a message that holds room. */
  readonly bytesMin: number;
}

/** 8 kB/s, a quarter of the slowest mobile networks; a slower client with a large message holds room that others wait for. */
export const usualPace: MessagePace = { windowMs: 30_000, bytesMin: 240_000 };

/** What a message may hold without being charged: most hold no more, and all connections together little. */
const freeBytes = 16_384;

/**
 * Reads DATA to its end. What is refused on the way is read and thrown away, so that the client sees the reply instead
 * of a broken connection; while there is no room the connection holds the client back. The room stays taken.
 * @throws ReplyError 552 when too large, 452 when there was no room in time, 421 when it took too long
 */
export function readMessage(stream: SMTPServerDataStream, terms: MessageTerms): Promise<Buffer> {
  const { bytesMax, timeoutMs, pace, room } = terms;
  // By events: an iterator's turns of the queue cost more than the bytes of an ordinary message.
  return new Promise((resolve, reject) => {
    const startedMs = performance.now();
    const kept = new KeptChunks();
    let refusal: Reply | null = null;
    let charged = 0;
    let bytes = 0;
    let bytesBefore = 0;
    let heldBack: Promise<void> | null = null;
    let wasHeldBack = false;
    const refuse = (reply: Reply): void => {
      refusal = reply;
      kept.clear();
      room.release();
    };
    const charge = (): void => {
      const waiting = room.take(bytes - charged);
      charged = bytes;
      if (waiting === undefined) return;
      wasHeldBack = true;
      stream.pause();
      heldBack = waiting.catch(() => refuse(replies.noRoom)).then(resume);
    };
    const resume = (): void => {
      heldBack = null;
      stream.resume();
    };
    const finish = (): void => {
      if (refusal === null) resolve(kept.join());
      else reject(new ReplyError(refusal));
    };
    const timer = setTimeout(
      () => {
        const isSlow = charged > 0 && !wasHeldBack && bytes - bytesBefore < pace.bytesMin;
        const isLate = performance.now() - startedMs >= timeoutMs;
        if (isSlow || isLate) return void stream.destroy(new ReplyError(replies.dataTooSlow));
        wasHeldBack = heldBack !== null;
        bytesBefore = bytes;
        timer.refresh();
      },
      Math.min(pace.windowMs, timeoutMs),
    );
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (refusal !== null) return;
      if (bytes > bytesMax) return refuse(replies.tooLarge);
      kept.push(chunk);
      if (bytes > freeBytes) charge();
    });
    // The last part may wait for room as well.
    stream.once('end', () => void (heldBack === null ? finish() : heldBack.then(finish)));
    stream.once('error', reject);
    stream.once('close', () => {
      clearTimeout(timer);
      // An error for each message, made only to be ignored, took a twentieth of the relay's time.
      if (!stream.readableEnded) reject(new Error('the message broke off'));
    });
  });
}

const smallBytes = 65_536;
const smallChunksMax = 64;

/**
 * The bytes of a message. Each chunk is an object of some hundred bytes beside its own, and a message of lines that begin
 * with dots comes in chunks of three: small ones are joined as they come.
 */
export class KeptChunks {
  private joined: Buffer[] = [];
  private recent: Buffer[] = [];
  private recentBytes = 0;

  push(chunk: Buffer): void {
    this.recent.push(chunk);
    this.recentBytes += chunk.length;
    if (this.recent.length < smallChunksMax) return;
    if (this.recentBytes < smallBytes) this.joined.push(Buffer.concat(this.recent, this.recentBytes));
    else this.joined.push(...this.recent);
    this.recent = [];
    this.recentBytes = 0;
  }

  clear(): void {
    this.joined = [];
    this.recent = [];
    this.recentBytes = 0;
  }

  /** All of it in memory of its own; nothing is kept any longer. */
  join(): Buffer {
    const whole = Buffer.concat([...this.joined, ...this.recent]);
    this.clear();
    return whole;
  }
}
