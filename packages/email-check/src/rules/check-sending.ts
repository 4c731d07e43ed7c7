import type { EmailCheckFinding } from '@postrider/contracts/emails';
import { isOptOut } from '@postrider/mail';
import type { CheckedEmail } from '../checked-email';
import type { HtmlDocument } from '../reading/read-html';
import { hasUnsubscribeLink } from './check-links';

/**
 * 102 kB of HTML, decoded. Google documents no number. 102 kB is what senders have measured since 2012; the measurement at
 * spamresource.com (January 2022) came to 105 kB, so the kilobytes are of 1,024 octets.
 */
export const gmailShownBytesMax = 102 * 1_024;

export function checkSize(htmlBytes: number): EmailCheckFinding[] {
  if (htmlBytes <= gmailShownBytesMax) return [];
  const size = `${Math.ceil(htmlBytes / 1_024)} kB`;
  return [
    {
      code: 'clipped',
      severity: 'error',
      message: `The HTML has ${size} with its tracked links and footer. Gmail shows 102 kB and hides the rest, which may include the unsubscribe link.`,
      field: 'html',
    },
  ];
}

export function checkText({ html, text, generatesText }: CheckedEmail): EmailCheckFinding[] {
  if (!html || text || generatesText) return [];
  return [
    {
      code: 'missing_text',
      severity: 'warning',
      message: 'The email has no text part. Add text, or set generate_text.',
      field: 'text',
    },
  ];
}

/**
 * Bulk mail has the header for one click in any case. Its footer, with the link that people see, is written only for organizations with a
 * postal address.
 */
export function checkUnsubscribe(
  { isBulk, html, text, sender }: CheckedEmail,
  document: HtmlDocument | null,
): EmailCheckFinding[] {
  if (!isBulk || sender.postalAddress?.trim()) return [];
  const hasLink = document
    ? hasUnsubscribeLink(document.links)
    : /https?:\/\//i.test(text ?? '') && isOptOut('', text ?? '');
  if (hasLink) return [];
  return [
    {
      code: 'missing_unsubscribe',
      severity: 'error',
      message:
        'Bulk email needs a visible unsubscribe link. Set the postal address of the organization to get a footer with one, or link to a page of your own.',
      field: html ? 'html' : 'text',
    },
  ];
}

/** DMARC passes when the signature or the return path is of the domain in From (RFC 7489 §3.1). Both are, if their records are there. */
export function checkAlignment({ domain }: CheckedEmail): EmailCheckFinding[] {
  const isBroken = (wanted: string): boolean =>
    domain.records.some(({ record, status }) => record === wanted && status !== 'verified');
  const [dkim, spf] = [isBroken('DKIM'), isBroken('SPF')];
  if (!dkim && !spf) return [];
  const missing =
    dkim && spf ? 'DKIM and SPF records' : dkim ? 'DKIM record' : 'SPF record of the return path';
  const effect =
    dkim && spf
      ? 'so the email fails DMARC, and Gmail, Yahoo and Outlook.com refuse it'
      : `so DMARC depends on ${dkim ? 'SPF, which forwarding breaks' : 'DKIM alone'}`;
  return [
    {
      code: 'alignment',
      severity: dkim && spf ? 'error' : 'warning',
      message: `The last check did not find the ${missing} of ${domain.name}, ${effect}. GET /domains/{id} shows what to publish.`,
      field: 'from',
    },
  ];
}
