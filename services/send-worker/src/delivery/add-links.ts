import assert from 'node:assert';
import { isBulkKind } from '@postrider/contracts';
import {
  addLegalFooter,
  findHtmlLinks,
  findTextLinks,
  htmlText,
  insertBeforeBodyEnd,
  replaceLinks,
  type FoundLink,
  type LegalNotice,
  type PublicLink,
  type PublicLinks,
} from '@postrider/mail';
import type { ClaimedMessage, MessageBody } from '../claims/claimed-message';
import type { ReadyDomain } from './signing-domains';
import type { LegalSender } from './legal-senders';

/** The bodies as the recipient gets them. */
export interface LinkedBody {
  readonly html: string | null;
  readonly text: string | null;
  /** One-click target of a bulk mail (RFC 8058). */
  readonly unsubscribeUrl: string | null;
}

interface Options {
  readonly body: Pick<MessageBody, 'html' | 'text'>;
  readonly domain: Pick<ReadyDomain, 'linkBase'>;
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
export function addLinks(
  message: Pick<ClaimedMessage, 'id' | 'kind' | 'track' | 'pending' | 'generatesText'>,
  { body, domain, links, sender }: Options,
): LinkedBody {
  const { track } = message;
  let { html, text } = body;
  const isBulk = isBulkKind(message.kind);
  const generatesText = message.generatesText && text === null;
  if (!isBulk && !track.opens && !track.clicks) {
    if (generatesText) text = html && htmlText(html);
    return { html, text, unsubscribeUrl: null };
  }

  const [recipient] = message.pending;
  assert(recipient !== undefined, 'a message that is composed has a recipient left');
  const reference = { messageId: message.id, ordinal: recipient.ordinal };
  const urlOf: UrlOf = (purpose) => {
    const link: PublicLink = { ...reference, ...purpose };
    return links.urlOf(domain.linkBase, link);
  };
  if (track.clicks) {
    html &&= trackClicks(html, findHtmlLinks(html), urlOf);
    text &&= trackClicks(text, findTextLinks(text), urlOf);
  }
  // After the links: those that are not tracked in the HTML are not tracked in its text either.
  if (generatesText) text = html && htmlText(html);
  const unsubscribeUrl = isBulk ? urlOf({ kind: 'unsubscribe' }) : null;
  // Only mail of a broadcast is about a topic for certain: others may have no choices to offer.
  const preferencesUrl = message.kind?.startsWith('broadcast.') ? urlOf({ kind: 'preferences' }) : null;
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
