import type { Finding } from '@postrider/contracts/deliverability';
import { isBulkKind } from '@postrider/contracts/statuses';

/** Mail of a domain in the days that are looked at. */
export interface DomainVolume {
  readonly domain: string;
  /** Most recipients of a day at Gmail and Yahoo together. */
  readonly busiestDay: number;
  readonly kinds: readonly {
    readonly kind: string | null;
    readonly sent: number;
    readonly complained: number;
  }[];
}

/** Gmail and Yahoo ask senders of so many a day for one-click unsubscribe of marketing mail (RFC 8058), and Gmail for fewer complaints. */
const bulkSenderFrom = 5_000;
const complaintPart = 0.001;
/** Below, one complaint is more than one in a thousand. */
const sentMin = 1_000;
const complaintsMin = 3;

/**
 * Mail that people complain about as if it were marketing, and that has no unsubscribe link of ours, because its kind is not bulk.
 * Receipts and password resets need none: without complaints there is no finding.
 */
export function noUnsubscribeFindings(volumes: readonly DomainVolume[]): Finding[] {
  return volumes.flatMap(({ domain, busiestDay, kinds }): Finding[] => {
    if (busiestDay < bulkSenderFrom) return [];
    const disliked = kinds.filter(
      ({ kind, sent, complained }) =>
        !isBulkKind(kind) &&
        sent >= sentMin &&
        complained >= complaintsMin &&
        complained >= complaintPart * sent,
    );
    if (disliked.length === 0) return [];
    const first = disliked
      .toSorted((a, b) => b.complained - a.complained)
      .slice(0, 8)
      .map(
        ({ kind, sent, complained }) =>
          `${kind === null ? 'Email without a kind' : `Email of the kind ${kind}`}: ${complained} complaints of ${sent} recipients.`,
      );
    return [
      {
        code: 'no_unsubscribe',
        severity: 'warning',
        subject: domain,
        since: null,
        evidence: [`Up to ${busiestDay} recipients a day at Gmail and Yahoo.`, ...first],
        advice:
          'If people can subscribe to this email, send it with a bulk kind such as `bulk.news`: Postrider then adds the one-click unsubscribe that Gmail and Yahoo require of senders of 5,000 emails a day.',
      },
    ];
  });
}
