const dot = 46;
const lineFeed = 10;
const carriageReturn = 13;
/** What is looked at, and where it must be copied, at once. */
const segmentOctetsMax = 262_144;

/**
 * The pieces as they go over the wire: all line breaks are CRLF, the last line has one, and with `dots` a dot that begins a
 * line is doubled (RFC 5321 §4.5.2). A bare CR or LF in one would be a line break to some servers: a dot between two could
 * end the message there, and what follows be read as commands.
 *
 * What is right already is not copied.
 */
export function toWire(pieces: readonly Buffer[], { dots }: { dots: boolean }): Buffer[] {
  const wire: Buffer[] = [];
  // A message begins with a line.
  let last = lineFeed;
  for (const piece of pieces) {
    for (let start = 0; start < piece.length; start += segmentOctetsMax) {
      const segment =
        piece.length <= segmentOctetsMax ? piece : piece.subarray(start, start + segmentOctetsMax);
      wire.push(isRight(segment, { last, dots }) ? segment : corrected(segment, { last, dots }));
      last = segment[segment.length - 1] ?? last;
    }
  }
  if (last !== lineFeed) wire.push(Buffer.from(last === carriageReturn ? '\n' : '\r\n'));
  return wire;
}

interface Place {
  /** The octet before. */
  readonly last: number;
  readonly dots: boolean;
}

/** Octets in between are not looked at one by one: 4 µs instead of 15 for 10 KB. */
function isRight(segment: Buffer, { last, dots }: Place): boolean {
  if (last === carriageReturn && segment[0] !== lineFeed) return false;
  if (last === lineFeed && segment[0] === dot && dots) return false;
  for (let at = segment.indexOf(lineFeed); at >= 0; at = segment.indexOf(lineFeed, at + 1)) {
    if ((at === 0 ? last : segment[at - 1]) !== carriageReturn) return false;
    if (segment[at + 1] === dot && dots) return false;
  }
  for (let at = segment.indexOf(carriageReturn); at >= 0; at = segment.indexOf(carriageReturn, at + 1)) {
    if (at + 1 < segment.length && segment[at + 1] !== lineFeed) return false;
  }
  return true;
}

function corrected(segment: Buffer, { last, dots }: Place): Buffer {
  const target = Buffer.allocUnsafe(segment.length * 2 + 2);
  let length = 0;
  let before = last;
  for (const octet of segment) {
    if (octet === lineFeed && before !== carriageReturn) target[length++] = carriageReturn;
    if (octet !== lineFeed && before === carriageReturn) {
      target[length++] = lineFeed;
      before = lineFeed;
    }
    if (octet === dot && before === lineFeed && dots) target[length++] = dot;
    target[length++] = octet;
    before = octet;
  }
  return target.subarray(0, length);
}
