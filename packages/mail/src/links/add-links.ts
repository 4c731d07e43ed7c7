import assert from 'node:assert';
import { htmlText } from '../html/html-lines';
import { findHtmlLinks, insertBeforeBodyEnd } from './html-links';
import { addLegalFooter, type LegalNotice } from './legal-footer';
import type { PublicLink, PublicLinks } from './public-links';
import { findTextLinks } from './text-links';
import { replaceLinks, type FoundLink } from './trackable-url';

/** The bodies as the recipient gets them. */
export interface LinkedBody {
  readonly html: string | null;
  readonly text: string | null;
  /** One-click target of a bulk mail (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}

/** The sender that the footer of bulk mail names. */
export interface LegalSender {
  readonly name: string;
  readonly postalAddress: string | null;
}

/** What decides which links a message gets. */
export interface LinkedMessage {
  readonly id: string;
  /** Number of the recipient; null: there is none left. */
  readonly ordinal: number | null;
  readonly isBulk: boolean;
  /** Only mail of a broadcast is about a topic for certain: others may have no choices to offer. */
  readonly isOfBroadcast: boolean;
  readonly track: { readonly opens: boolean; readonly clicks: boolean };
  /** HTML without text gets a text part. */
  readonly generatesText: boolean;
}

interface Options {
  readonly body: { readonly html: string | null; readonly text: string | null };
  /** Where its links lead, for example `https://links.shop.example`. */
  readonly linkBase: string;
  readonly links: PublicLinks;
  /** Known for bulk kinds. */
  readonly sender: LegalSender | null;
}

type UrlOf = (link: LinkPurpose) => string;
type LinkPurpose = { kind: 'unsubscribe' | 'preferences' | 'open' } | { kind: 'click'; url: string };

/** Links of one body that are tracked; each costs 150 octets and 10 µs, and links beyond are hardly ever clicked. */
const trackedLinksMax = 2_000;

/**
 * Adds the text part that is missing, and what is of the one recipient: tracked links, then the legal footer of bulk mail with its
 * unsubscribe link (itself never tracked), then the open pixel. Acceptance has made sure that there is
 * one recipient. The customer's text is cut open at these places and otherwise left as it is.
 */
export function addLinks(message: LinkedMessage, { body, linkBase, links, sender }: Options): LinkedBody {
  const { track, isBulk } = message;
  let { html, text } = body;
  const generatesText = message.generatesText && text === null;
  if (!isBulk && !track.opens && !track.clicks) {
    if (generatesText) text = html && htmlText(html);
    return { html, text, unsubscribeUrl: null };
  }

  assert(message.ordinal !== null, 'a message that is composed has a recipient left');
  const reference = { messageId: message.id, ordinal: message.ordinal };
  const urlOf: UrlOf = (purpose) => {
    const link: PublicLink = { ...reference, ...purpose };
    return links.urlOf(linkBase, link);
  };
  if (track.clicks) {
    html &&= trackClicks(html, findHtmlLinks(html), urlOf);
    text &&= trackClicks(text, findTextLinks(text), urlOf);
  }
  // After the links: those that are not tracked in the HTML are not tracked in its text either.
  if (generatesText) text = html && htmlText(html);
  const unsubscribeUrl = isBulk ? urlOf({ kind: 'unsubscribe' }) : null;
  const preferencesUrl = message.isOfBroadcast ? urlOf({ kind: 'preferences' }) : null;
  const notice =
    unsubscribeUrl === null || sender === null
      ? null
      : legalNotice(sender, { unsubscribeUrl, preferencesUrl });
  if (notice)
    ({ html, text } = addLegalFooter({ html, text }, notice, { html: body.html, text: body.text ?? text }));
  if (track.opens) html &&= insertBeforeBodyEnd(html, pixel(urlOf({ kind: 'open' })));
  return { html, text, unsubscribeUrl };
}

/** Without a postal address there is no footer at all: no name, and no link. */
function legalNotice(
  { name, postalAddress }: LegalSender,
  urls: Pick<LegalNotice, 'unsubscribeUrl' | 'preferencesUrl'>,
): LegalNotice | null {
  if (!postalAddress?.trim()) return null;
  return { organizationName: name, postalAddress, ...urls };
}

function trackClicks(source: string, found: readonly FoundLink[], urlOf: UrlOf): string {
  const tracked = found.slice(0, trackedLinksMax);
  const urls = [...new Set(tracked.map(({ url }) => url))];
  const targets = new Map(urls.map((url) => [url, urlOf({ kind: 'click', url })]));
  return replaceLinks(source, tracked, (url) => targets.get(url) ?? url);
}

function pixel(url: string): string {
  return `<img src="${url}" width="1" height="1" alt="" style="border:0;width:1px;height:1px">`;
}
