/** Letters of other scripts, and digits, that pass for a Latin letter at a glance; after accents and widths are gone. */
const lookalikes: Readonly<Record<string, string>> = {
  // Cyrillic
  ...{
    а: 'a',
    в: 'b',
    с: 'c',
    ԁ: 'd',
    е: 'e',
    ё: 'e',
    ғ: 'f',
    ԍ: 'g',
    һ: 'h',
    н: 'h',
    і: 'l',
    ї: 'l',
    ј: 'j',
  },
  ...{
    к: 'k',
    ӏ: 'l',
    м: 'm',
    п: 'n',
    о: 'o',
    р: 'p',
    ԛ: 'q',
    г: 'r',
    ѕ: 's',
    т: 't',
    ц: 'u',
    ѵ: 'v',
    ѡ: 'w',
    х: 'x',
    у: 'y',
  },
  // Greek
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'l',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    γ: 'y',
  },
  // Armenian and Latin letters of their own
  ...{
    օ: 'o',
    ս: 'u',
    ո: 'n',
    հ: 'h',
    ı: 'l',
    ł: 'l',
    ø: 'o',
    đ: 'd',
    ɡ: 'g',
    ɑ: 'a',
    ʟ: 'l',
    ß: 'b',
    ƒ: 'f',
  },
  // Digits and signs
  ...{
    '0': 'o',
    '1': 'l',
    '3': 'e',
    '4': 'a',
    '5': 's',
    '7': 't',
    '8': 'b',
    '|': 'l',
    '!': 'l',
    $: 's',
    '@': 'a',
    '€': 'e',
  },
  i: 'l',
};

/** Nothing of this is seen. */
const invisible = /[\p{M}\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/gu;

/**
 * What a text looks like, after the idea of Unicode's confusables (UTS 39 §4): two texts with one skeleton are hard to
 * tell apart. Only for comparing; a skeleton itself is no word (every `i` is an `l`).
 */
export function skeletonOf(text: string): string {
  const plain = text.normalize('NFKD').replace(invisible, '').toLowerCase();
  return Array.from(plain, (letter) => lookalikes[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
