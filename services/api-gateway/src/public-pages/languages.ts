import { english } from './texts/en';
import { french } from './texts/fr';
import { german } from './texts/de';
import { japanese } from './texts/ja';
import { spanish } from './texts/es';
import { chinese } from './texts/zh';
import type { PageTexts } from './page-texts';

/** A language in which pages are written: the value of `lang`, and the texts. */
export interface PageLanguage {
  readonly tag: string;
  readonly texts: PageTexts;
}

const byDefault: PageLanguage = { tag: 'en', texts: english };

const languages: ReadonlyMap<string, PageLanguage> = new Map([
  ['en', byDefault],
  ['de', { tag: 'de', texts: german }],
  ['fr', { tag: 'fr', texts: french }],
  ['es', { tag: 'es', texts: spanish }],
  ['zh', { tag: 'zh-Hans', texts: chinese }],
  ['ja', { tag: 'ja', texts: japanese }],
]);

/** Browsers send a handful; the rest is ignored. */
const rangesMax = 20;

/**
 * The language that the reader's browser asks for most (RFC 9110 §12.5.4) among those that there are, by its first part alone:
 * `de-CH` is German. English when it asks for none of them.
 */
export function chooseLanguage(acceptLanguage: string | undefined): PageLanguage {
  const ranges = (acceptLanguage ?? '')
    .split(',', rangesMax)
    .map((range) => {
      const [name = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: languages.get(name.split('-', 1)[0] ?? ''), weight: Number(weight) };
    })
    .filter(({ weight }) => weight > 0);
  const known = ranges.filter(({ language }) => language !== undefined);
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? byDefault;
}
