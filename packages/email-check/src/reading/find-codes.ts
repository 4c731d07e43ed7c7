/** Codes that a reader is asked to type in: one-time passwords, confirmation codes, PINs. */

const charsMax = 50_000;
const codesMax = 10;
/** Between a code and a word about it. */
const reach = { before: 90, after: 50 };

/** English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Scandinavian. */
const about =
  /(?<![\p{L}\p{N}])(?:\p{L}{0,20}codes?|pass(?:word|wort)|pin|otp|tan|2fa|one[- ]time|verif\p{L}{0,20}|c[oó]digo|codice|kode|kod|token)(?![\p{L}\p{N}])/giu;
/** Addresses hold numbers that are none of these. */
const addresses = /(?:https?:\/\/|www\.)\S+|[^\s@]{1,64}@\S+/g;
/** Four to eight digits, in two groups as well, or capital letters with digits. */
const candidates =
  /(?<![\p{L}\p{N}#$€£%.,:/+-])(?:\d{3}[ -]\d{3}|\d{4}[ -]\d{4}|[A-Z0-9]{4}-[A-Z0-9]{4}|\d{4,8}|[A-Z0-9]{4,8})(?![\p{L}\p{N}%€$]|[.,:/-]\d|-\p{L})/gu;

/**
 * Four to eight digits or capital letters that stand near a word such as code, without the blank or hyphen between two groups; the likeliest
 * first. Linear in the length.
 */
export function findCodes(text: string): string[] {
  const found = new Map<string, number>();
  for (const { code, likelihood } of codesOf(text.slice(0, charsMax))) {
    found.set(code, Math.max(found.get(code) ?? 0, likelihood));
  }
  return [...found]
    .sort(([, one], [, other]) => other - one)
    .slice(0, codesMax)
    .map(([code]) => code);
}

function* codesOf(written: string): Generator<{ readonly code: string; readonly likelihood: number }> {
  // As many characters, so that what stood apart does not come together.
  const text = written.replace(addresses, (address) => ' '.repeat(address.length));
  const words = [...text.matchAll(about)].map(({ index, 0: word }) => ({
    start: index,
    end: index + word.length,
  }));
  let next = 0;
  for (const { index: start, 0: candidate } of text.matchAll(candidates)) {
    const end = start + candidate.length;
    while ((words[next]?.end ?? Infinity) <= start) next += 1;
    const [before, after] = [words[next - 1], words[next]];
    const toBefore = before === undefined ? Infinity : start - before.end;
    const toAfter = after === undefined ? Infinity : after.start - end;
    if (toBefore > reach.before && toAfter > reach.after) continue;
    const isAlone = isOnOwnLine(text, start, end);
    if (!isLikely(candidate, isAlone)) continue;
    const near = toBefore <= reach.before ? 2 - toBefore / reach.before : 1 - toAfter / reach.after;
    yield { code: candidate.replace(/[ -]/, ''), likelihood: near + (isAlone ? 2 : 0) };
  }
}

/** Words in capitals and years are codes only where nothing else stands on their line. */
function isLikely(candidate: string, isAlone: boolean): boolean {
  if (isAlone) return true;
  return /\d/.test(candidate) && !/^(?:19|20)\d\d$/.test(candidate);
}

const lineCharsMax = 20;

function isOnOwnLine(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - lineCharsMax), start);
  const after = text.slice(end, end + lineCharsMax);
  return /(?:^|[\r\n])[^\p{L}\p{N}\r\n]*$/u.test(before) && /^[^\p{L}\p{N}\r\n]*(?:$|[\r\n])/u.test(after);
}
