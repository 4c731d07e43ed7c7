/**
 * Names that a tenant or user chooses and that others read in mail and on pages: of people, organizations and forms. They must not pass
 * for another name, and must not carry a link under the platform's sender.
 */

/** ZWNJ and ZWJ where writing needs them: within words of Persian and Indic scripts, and between emoji. */
const neededJoiner =
  '(?<=[\\p{L}\\p{M}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F])(?<![\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}])[\\u200C\\u200D]';
/** Control and format characters, which set the direction of text or are not seen, and letters that are blank. */
const unseen = new RegExp(
  `(?!${neededJoiner})[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\u115F\\u1160\\u3164\\uFFA0\\u2800]`,
  'gu',
);
/** Scripts with letters that look like those of another. */
const lookAlikes = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
);

export function hasInvisibleCharacters(text: string): boolean {
  return text.search(unseen) !== -1;
}

/** A word with letters of two scripts that look alike, such as `Pаypal` with a Cyrillic а. */
export function mixesScripts(text: string): boolean {
  const words = text.match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.some((word) => lookAlikes.filter((script) => script.test(word)).length > 1);
}

/** Of the schema of a name: what is wrong with it; null: nothing. */
export function displayNameProblem(name: string): string | null {
  if (hasInvisibleCharacters(name)) return 'must not contain invisible or control characters';
  if (mixesScripts(name)) return 'must not mix alphabets within a word';
  if (/:\/\/|\bwww\./iu.test(name)) return 'must not contain a URL';
  return null;
}

const nameInMailCharsMax = 80;

/**
 * A name as mail of the platform shows it: on one line, and so that no program makes a link of it. `Booking.com` is `Booking[.]com`, a
 * common way to write a host that is not to be followed.
 */
export function nameInMail(name: string): string {
  const seen = name
    .toWellFormed()
    .replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(unseen, '')
    .trim()
    .replaceAll('://', ': ')
    .replace(/(?<=\S)[.。．｡](?=\p{L}{2}|\p{N}+[.。．｡])/gu, '[.]');
  const chars = [...seen];
  return chars.length <= nameInMailCharsMax ? seen : `${chars.slice(0, nameInMailCharsMax - 1).join('')}…`;
}
