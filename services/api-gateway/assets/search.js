/* Ranks what a search of the documentation finds. `reference.js` shows it; the tests of the index call it, too. */
'use strict';

/** Words of questions that say nothing about what is looked for. */
const fillers = new Set(
  'a an and are can do does for from how i in is it my of on or the to what when which why with you'.split(
    ' ',
  ),
);

/** Of a word, what its forms have in common: bounce, bounced and bouncing. */
function stemOf(word) {
  if (word.length < 4 || /\d/.test(word)) return word;
  let stem = word.replace(/(?:'s|’s)$/, '').replace(/ie[sd]$/, 'y');
  if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  const shorter = /^(.*[aeiouy].*[^.])(?:ing|ed|ment|ion)$/.exec(stem)?.[1];
  if (shorter !== undefined && shorter.length >= 3) stem = shorter.replace(/([^aeiouylsz])\1$/, '$1');
  return stem.length > 4 ? stem.replace(/e$/, '') : stem;
}

/** Words and, of names such as `bounce_type`, `opt-in` and `sendEmail`, their parts. */
function wordsIn(text) {
  const names = text.match(/[\p{L}\p{N}]+(?:[_.'’-][\p{L}\p{N}]+)*/gu) ?? [];
  return names.flatMap((name) => {
    const parts = name.split(/[_.-]|(?<=\p{Ll})(?=\p{Lu})/u).map((part) => part.toLowerCase());
    return parts.length > 1 ? [name.toLowerCase(), ...parts] : parts;
  });
}

/** What a word counts for, by where it stands. */
const weights = { title: 8, about: 4, names: 3, fields: 2, words: 1 };
/** Of a word that only begins like the one that was typed. */
const prefixWeight = 0.5;
/** Of an entry whose title is what was typed, as a guide's title is a question. */
const wholeTitleFactor = 2;
/** Of the best result: what has less is noise. */
const leastShare = 0.05;

/**
 * Finds by any of the words. An entry ranks by how many of them it has, how rare these are, and where they stand.
 * @param entries `{title, about, url, names?, fields?, words?}`
 */
function createSearch(entries) {
  const indexed = entries.map((entry) => {
    /** By stem: the weight of the best place. */
    const places = new Map();
    for (const [place, weight] of Object.entries(weights)) {
      for (const word of wordsIn(entry[place] ?? '')) {
        const stem = stemOf(word);
        if (weight > (places.get(stem) ?? 0)) places.set(stem, weight);
      }
    }
    const title = new Set(
      wordsIn(entry.title)
        .filter((word) => !fillers.has(word))
        .map(stemOf),
    );
    return { entry, places, title, wholeTitle: wordsIn(entry.title).join(' ') };
  });
  const frequencies = new Map();
  for (const { places } of indexed)
    for (const stem of places.keys()) frequencies.set(stem, (frequencies.get(stem) ?? 0) + 1);
  const stems = [...frequencies.keys()];

  /** The stems that a typed word may mean, with what they count for: it itself, or while it is typed, its continuations. */
  const meantBy = (word) => {
    const stem = stemOf(word);
    const meant = new Map(frequencies.has(stem) ? [[stem, 1]] : []);
    if (word.length < 3 && meant.size > 0) return meant;
    for (const each of stems)
      if (each !== stem && (each.startsWith(word) || each.startsWith(stem))) meant.set(each, prefixWeight);
    return meant;
  };

  const scoreOf = ({ places, title }, wanted) => {
    let [sum, found, inTitle] = [0, 0, 0];
    for (const meant of wanted) {
      let best = 0;
      let isOfTitle = 0;
      for (const [stem, share] of meant) {
        const weight = places.get(stem);
        if (weight === undefined) continue;
        best = Math.max(best, weight * share * Math.log(1 + indexed.length / frequencies.get(stem)));
        if (title.has(stem)) isOfTitle = Math.max(isOfTitle, share);
      }
      sum += best;
      found += best > 0 ? 1 : 0;
      inTitle += isOfTitle;
    }
    // A title that has little besides what was asked is what was asked for.
    const titleShare = title.size === 0 ? 0 : inTitle / title.size;
    return sum * (found / wanted.length) ** 2 * (1 + titleShare);
  };

  return function find(query) {
    const typed = [
      ...new Set(
        query
          .trim()
          .split(/\s+/)
          .flatMap((part) => wordsIn(part)),
      ),
    ];
    const telling = typed.filter((word) => !fillers.has(word));
    const wanted = (telling.length > 0 ? telling : typed).map(meantBy);
    if (wanted.length === 0) return [];
    const whole = typed.join(' ');
    const ranked = indexed
      .map((each) => ({
        entry: each.entry,
        score: scoreOf(each, wanted) * (each.wholeTitle === whole ? wholeTitleFactor : 1),
      }))
      .sort((a, b) => b.score - a.score);
    const least = (ranked[0]?.score ?? 0) * leastShare;
    return ranked.filter(({ score }) => score > 0 && score >= least).map(({ entry }) => entry);
  };
}

globalThis.createSearch = createSearch;
