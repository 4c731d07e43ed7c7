import { clickUrlOctetsMax } from './public-links';

/** A link's target, as characters `start` to `end` of the text around it. */
export interface FoundLink {
  readonly start: number;
  readonly end: number;
  /** Absolute, http or https, printable ASCII: fit for a Location header as it is. */
  readonly url: string;
}

/**
 * Unsubscribing must not depend on a redirect and is no interest in the mail, so such links stay as they are: rather one too many
 * (`userOptOutForm`) than one that is missed, but not "Adopt outdoor cats".
 */
const optOut =
  /un-?subscri|(?<!\b(?:ad|co-?))opt(?:ed|ing|s)?[\s_.-]?out(?!door|side|fit|put|come|going|line|look|let|reach|ward)|abmelden|abbestell|austragen|d[ée]s[\s-]?abonn|d[ée]sinscri|darse\s+de\s+baja|cancelar?\s+(?:la\s+)?(?:suscripci|inscri|assinatura)|disiscri|annulla\s+iscrizione|afmeld|uitschrijv|avregistrer|avprenumerera|afmeld|wypisz|退订|取消订阅|配信停止|購読解除/iu;

/** What a browser would follow for the value of an href; null when that is not http(s), or not ours to wrap. */
export function trackableUrl(value: string): string | null {
  // As browsers do (URL standard §4.4): no tabs and newlines anywhere, no blanks around.
  const written = value.replace(/[\t\n\r]/g, '').trim();
  if (!/^https?:\/\//i.test(written)) return null;
  const parsed = URL.parse(written);
  if (!parsed) return null;
  const url = /^[\x21-\x7e]+$/.test(written) ? written : parsed.href;
  // Looking at the same mail in a browser is no click.
  if (ownView.test(url)) return null;
  return url.length <= clickUrlOctetsMax ? url : null;
}

/** Our own, as content may have them: `{{view_url}}`, and `{{unsubscribe_url}}` and `{{preferences_url}}`. */
const ownView = /^https?:\/\/[^/]+\/v\/[\w-]+\.[\w-]{43}$/;
const ownChoices = /^https?:\/\/[^/]+\/[up]\/[\w-]+\.[\w-]{43}$/;

/** Whether a link, by its target or the words around it, is for leaving a list. */
export function isOptOut(url: string, words: string): boolean {
  return optOut.test(url) || optOut.test(words) || ownChoices.test(url);
}

/** The text with each link's target replaced; everything else stays as it is, to the character. */
export function replaceLinks(
  source: string,
  links: readonly FoundLink[],
  targetOf: (url: string) => string,
): string {
  let replaced = '';
  let at = 0;
  for (const { start, end, url } of links) {
    replaced += source.slice(at, start) + targetOf(url);
    at = end;
  }
  return replaced + source.slice(at);
}
