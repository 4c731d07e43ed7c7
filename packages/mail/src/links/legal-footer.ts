import { escapeAttribute, escapeText } from 'entities';
import { hasHtmlLink, insertBeforeBodyEnd } from './html-links';

/** Who sent a bulk mail and how to get no more of it, as CAN-SPAM §5(a)(5) and its likes ask for. */
export interface LegalNotice {
  readonly organizationName: string;
  /** May have several lines. */
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
  /** Of mail about a topic: where the reader chooses among all of them. */
  readonly preferencesUrl: string | null;
}

interface Bodies {
  readonly html: string | null;
  readonly text: string | null;
}

/**
 * Adds the notice to the end of each body, without the links that the body has.
 * @param written the bodies as the customer wrote them, where their links have been replaced since
 */
export function addLegalFooter<T extends Bodies>(
  { html, text }: T,
  notice: LegalNotice,
  written: Bodies = { html, text },
): Bodies {
  // An empty body is not sent beside one with content, which a footer would hide. Mail that is empty as a whole names its sender too.
  const isEmpty = !html && !text;
  const isSent = (body: string | null): body is string => body !== null && (isEmpty || body !== '');
  const ofHtml = linksOf(notice).filter(({ url }) => !hasHtmlLink(written.html ?? '', url));
  const ofText = linksOf(notice).filter(({ url }) => !(written.text ?? '').includes(url));
  return {
    html: isSent(html) ? insertBeforeBodyEnd(html, htmlFooter(notice, ofHtml)) : html,
    text: isSent(text) ? text.trimEnd() + textFooter(notice, ofText) : text,
  };
}

interface FooterLink {
  readonly label: string;
  readonly url: string;
}

function linksOf({ unsubscribeUrl, preferencesUrl }: LegalNotice): FooterLink[] {
  return [
    { label: 'Unsubscribe', url: unsubscribeUrl },
    ...(preferencesUrl === null ? [] : [{ label: 'Preferences', url: preferencesUrl }]),
  ];
}

/** A fragment for the end of the body. Its styles stand on the elements: mail programs drop style sheets. */
function htmlFooter(notice: LegalNotice, links: readonly FooterLink[]): string {
  const anchors = links.map(
    ({ label, url }) => `<a href="${escapeAttribute(url)}" style="color:#666666">${label}</a>`,
  );
  const lines = [
    ...senderLines(notice).map(escapeText),
    ...(anchors.length > 0 ? [anchors.join(' &middot; ')] : []),
  ];
  return (
    '<div style="margin:32px 0 0;padding:16px 0;border-top:1px solid #d0d0d0;' +
    'font:12px/1.5 Arial,Helvetica,sans-serif;color:#666666;text-align:center">' +
    `${lines.join('<br>')}</div>`
  );
}

/** Lines for the end of a plain text. */
function textFooter(notice: LegalNotice, links: readonly FooterLink[]): string {
  const lines = [...senderLines(notice), ...links.map(({ label, url }) => `${label}: ${url}`)];
  return `\n\n---\n${lines.join('\n')}\n`;
}

function senderLines({ organizationName, postalAddress }: LegalNotice): string[] {
  const lines = postalAddress.split(/\r\n|\r|\n/).map((line) => line.trim());
  return [organizationName, ...lines.filter(Boolean)];
}
