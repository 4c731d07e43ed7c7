import { escapeAttribute, escapeText } from 'entities';

/** Who sent a bulk mail and how to get no more of it, as CAN-SPAM §5(a)(5) and its likes ask for. */
export interface LegalNotice {
  readonly organizationName: string;
  /** May have several lines. */
  readonly postalAddress: string;
  readonly unsubscribeUrl: string;
  /** Of mail about a topic: where the reader chooses among all of them. */
  readonly preferencesUrl: string | null;
}

const label = 'Unsubscribe';
const preferencesLabel = 'Preferences';

/** A fragment for the end of the body. Its styles stand on the elements: mail programs drop style sheets. */
export function htmlFooter({
  organizationName,
  postalAddress,
  unsubscribeUrl,
  preferencesUrl,
}: LegalNotice): string {
  const link = (url: string, words: string): string =>
    `<a href="${escapeAttribute(url)}" style="color:#666666">${words}</a>`;
  const links = [
    link(unsubscribeUrl, label),
    ...(preferencesUrl === null ? [] : [link(preferencesUrl, preferencesLabel)]),
  ];
  const lines = [organizationName, ...linesOf(postalAddress)].map(escapeText).join('<br>');
  return (
    '<div style="margin:32px 0 0;padding:16px 0;border-top:1px solid #d0d0d0;' +
    'font:12px/1.5 Arial,Helvetica,sans-serif;color:#666666;text-align:center">' +
    `${lines}<br>${links.join(' &middot; ')}</div>`
  );
}

/** Lines for the end of a plain text. */
export function textFooter({
  organizationName,
  postalAddress,
  unsubscribeUrl,
  preferencesUrl,
}: LegalNotice): string {
  const lines = [
    organizationName,
    ...linesOf(postalAddress),
    `${label}: ${unsubscribeUrl}`,
    ...(preferencesUrl === null ? [] : [`${preferencesLabel}: ${preferencesUrl}`]),
  ];
  return `\n\n---\n${lines.join('\n')}\n`;
}

function linesOf(text: string): string[] {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
}
