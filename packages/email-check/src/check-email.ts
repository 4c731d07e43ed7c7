import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { addLinks, createPublicLinks, findTextLinks, isOptOut } from '@postrider/mail';
import type { CheckedEmail, CheckedLink } from './checked-email';
import { createLineFinder } from './reading/line-finder';
import { readHtml, type Link } from './reading/read-html';
import { checkImages } from './rules/check-images';
import { checkLinks, webUrl } from './rules/check-links';
import { checkAlignment, checkSize, checkText, checkUnsubscribe } from './rules/check-sending';
import { checkVariables } from './rules/check-variables';
import { findUnsupported, isKnownFeature } from './support/find-unsupported';

export interface EmailChecked {
  /** Of the HTML as it is sent; of the text without HTML. */
  readonly sizeBytes: number;
  /** The most severe first. */
  readonly findings: readonly EmailCheckFinding[];
  /** Links that can be requested: the first of each address, without those for leaving a list. */
  readonly links: readonly CheckedLink[];
}

/** Tokens of links have the same length, whatever they are signed with. */
const lengthsOnly = createPublicLinks(Buffer.alloc(32));

const severities = ['error', 'warning', 'info'];
const findingsMax = 180;
const linksMax = 20;
const textLinksMax = 5_000;

/** `checkEmail` in a thread: it takes tenths of a second where a body has megabytes. */
export const checkTask = { file: require.resolve('./check.task'), name: 'checkEmail' } as const;

/** Whatever the email is, the cost is in proportion to its size. */
export function checkEmail(email: CheckedEmail): EmailChecked {
  const { subject, html, text, headers } = email;
  const document = html ? readHtml(html, isKnownFeature) : null;
  const field = document === null ? 'text' : 'html';
  const links = document?.links ?? linksOfText(text ?? '');
  const sent = asSent(email);
  const findings = [
    ...checkVariables({ subject, text, headers }, document),
    ...(sent.html ? checkSize(Buffer.byteLength(sent.html)) : []),
    ...checkUnsubscribe(email, document),
    ...checkAlignment(email),
    ...checkText(email),
    ...checkLinks({ field, links, images: document?.images ?? [], senderDomain: email.domain.name }),
    ...(document === null ? [] : checkImages(document, email.attachments)),
    ...(document === null ? [] : findUnsupported(document.uses)),
  ];
  return {
    sizeBytes: Buffer.byteLength(sent.html || (sent.text ?? '')),
    findings: inOrder(findings).slice(0, findingsMax),
    links: requestable(links, field),
  };
}

/** The most severe first; what is alike stays in its order. */
export function inOrder(findings: readonly EmailCheckFinding[]): EmailCheckFinding[] {
  return [...findings].sort(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
}

function asSent(email: CheckedEmail): { readonly html: string | null; readonly text: string | null } {
  const { id, html, text, isEntity, isBulk, isOfBroadcast, track, generatesText, linkBase, sender } = email;
  if (isEntity) return { html, text };
  const message = { id, ordinal: 0, isBulk, isOfBroadcast, track, generatesText };
  return addLinks(message, {
    body: { html, text },
    linkBase,
    links: lengthsOnly,
    sender: isBulk ? sender : null,
  });
}

function linksOfText(text: string): Link[] {
  const lineOf = createLineFinder(text);
  return findTextLinks(text)
    .slice(0, textLinksMax)
    .map(({ start, url }) => ({ href: url, words: '', names: '', line: lineOf(start) }));
}

function requestable(links: readonly Link[], field: CheckedLink['field']): CheckedLink[] {
  const found = new Map<string, CheckedLink>();
  for (const { href, words, names, line } of links) {
    if (found.size === linksMax) break;
    const url = webUrl(href)?.href;
    if (url === undefined || isOptOut(url, `${words} ${names}`) || found.has(url)) continue;
    found.set(url, { url, field, line });
  }
  return [...found.values()];
}
