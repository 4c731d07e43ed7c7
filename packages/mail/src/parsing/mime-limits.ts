import { RefusedMessage } from './refused-message';

/**
 * Bounds of a submitted message, counted while it is read: whatever goes beyond is refused before anything is built of
 * it. Ordinary mail stays a hundred times below; without them 25 MB of empty parts took 23 s and 3.8 GB.
 */
export const mimeLimits = {
  /** Bodies, files and the multiparts around them. Mail programs make a dozen, a digest of a mailing list some hundreds. */
  partsMax: 1_000,
  /** Parts within parts; a forwarded message counts as one, since it is not looked into. Mail programs need four. */
  nestingMax: 32,
  /** Header lines of one part, folded ones each: a To with a line for each of many addresses is the longest there is. */
  headerLinesMax: 2_000,
  /** One field with all its lines. Postfix cuts at 102,400, Sendmail at 32,768. */
  headerFieldBytesMax: 65_536,
  /** All headers of all parts: what is read of a header takes hundreds of times as long as a byte of a body. */
  headerBytesMax: 262_144,
  /** A request takes ten; each is looked for in the HTML. */
  filesMax: 100,
} as const;

/** What is used of a part (`MimeNode`). */
export interface CountedPart {
  readonly depth: number;
}

const blank = 0x20;
const tab = 0x09;

/** Counts parts and header lines of one message, in the order in which they are read. */
export class MimeCounter {
  private part: CountedPart | null = null;
  private parts = 0;
  private partLines = 0;
  private fieldBytes = 0;
  private headerBytes = 0;

  /** @throws RefusedMessage beyond a limit */
  countHeaderLine(part: CountedPart, line: Uint8Array): void {
    if (part !== this.part) this.countPart(part);
    this.partLines += 1;
    if (this.partLines > mimeLimits.headerLinesMax) {
      refuse(`more than ${mimeLimits.headerLinesMax} header lines in one part`);
    }
    this.headerBytes += line.length;
    if (this.headerBytes > mimeLimits.headerBytesMax) {
      refuse(`more than ${mimeLimits.headerBytesMax} bytes of headers`, tooLarge);
    }
    const isFolded = line[0] === blank || line[0] === tab;
    this.fieldBytes = isFolded ? this.fieldBytes + line.length : line.length;
    if (this.fieldBytes > mimeLimits.headerFieldBytesMax) {
      refuse(`a header field of more than ${mimeLimits.headerFieldBytesMax} bytes`, tooLarge);
    }
  }

  private countPart(part: CountedPart): void {
    this.part = part;
    this.partLines = 0;
    this.fieldBytes = 0;
    this.parts += 1;
    if (this.parts > mimeLimits.partsMax) refuse(`more than ${mimeLimits.partsMax} parts`);
    if (part.depth > mimeLimits.nestingMax) {
      refuse(`parts nest deeper than ${mimeLimits.nestingMax} levels`);
    }
  }
}

/** @throws RefusedMessage beyond the limit */
export function checkFileCount(count: number): void {
  if (count > mimeLimits.filesMax) refuse(`more than ${mimeLimits.filesMax} files`);
}

const unreadable = { code: 550, enhanced: '5.6.0' } as const;
const tooLarge = { code: 552, enhanced: '5.3.4' } as const;

function refuse(
  text: string,
  codes: { readonly code: number; readonly enhanced: string } = unreadable,
): never {
  throw new RefusedMessage({ ...codes, text });
}
