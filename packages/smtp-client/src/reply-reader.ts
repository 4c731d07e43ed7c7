import { printable, type RawReply } from './reply';

/** Of one reply. RFC 5321 §4.5.3.1.5 allows lines of 512 octets; a longer reply ends the connection. */
const replyOctetsMax = 65_536;
const replyLinesMax = 256;
const replyStart = /^[2-5]\d\d(?:[ -]|$)/;
const notAscii = /[\x80-\xff]/;

/** Makes replies of octets, however these arrive. */
export class ReplyReader {
  /** The line that has begun, octets as characters. */
  private rest = '';
  private lines: string[] = [];
  private octets = 0;

  constructor(private readonly onReply: (reply: RawReply) => void) {}

  /** Whether a reply has begun and not ended. */
  isWithinReply(): boolean {
    return this.rest !== '' || this.lines.length > 0;
  }

  /**
   * @param octets each as one character, as `latin1` has them: a character of UTF-8 may arrive in parts
   * @returns what is wrong with them, so that what follows cannot be understood any more; or null
   */
  read(octets: string): string | null {
    const text = this.rest + octets;
    let start = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
      const hasReturn = end > start && text.charCodeAt(end - 1) === 13;
      const problem = this.takeLine(text.slice(start, hasReturn ? end - 1 : end));
      if (problem !== null) return problem;
      start = end + 1;
    }
    this.rest = start === 0 ? text : text.slice(start);
    return this.octets + this.rest.length > replyOctetsMax ? 'a reply without an end' : null;
  }

  private takeLine(octets: string): string | null {
    const line = notAscii.test(octets) ? Buffer.from(octets, 'latin1').toString('utf8') : octets;
    if (!replyStart.test(line)) return `no reply: ${printable(line).slice(0, 80)}`;
    this.lines.push(line);
    this.octets += octets.length;
    if (this.octets > replyOctetsMax || this.lines.length > replyLinesMax) return 'a reply without an end';
    // §4.2.1: all lines have one code. Whether it is yes or no must not depend on which of them one reads.
    if (this.lines[0]?.charCodeAt(0) !== line.charCodeAt(0)) return 'a reply that contradicts itself';
    if (line.charCodeAt(3) === 45) return null;
    const reply: RawReply = { code: Number(line.slice(0, 3)), lines: this.lines };
    this.lines = [];
    this.octets = 0;
    this.onReply(reply);
    return null;
  }
}
