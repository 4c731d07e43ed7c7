const SMALL_BYTES = 65_536;
const SMALL_CHUNKS_MAX = 64;

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
    if (this.recent.length < SMALL_CHUNKS_MAX) return;
    if (this.recentBytes < SMALL_BYTES) this.joined.push(Buffer.concat(this.recent, this.recentBytes));
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
