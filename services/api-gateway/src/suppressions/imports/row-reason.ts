import type { SuppressionReason } from '@postrider/contracts';
import { consentOf, timeOf, unknownStatus, type ConsentLayout } from '../../imports/row-consent';
import type { ImportLayout, ReasonRule } from './import-layout';

/** Words of the providers' files and of ours, without anything but letters. */
const reasonsByWord: Readonly<Record<string, SuppressionReason>> = {
  ...{ complaint: 'complaint', complained: 'complaint', spam: 'complaint' },
  ...{ spamcomplaint: 'complaint', spamreport: 'complaint', abuse: 'complaint' },
  ...{ bounce: 'hard_bounce', bounced: 'hard_bounce', hardbounce: 'hard_bounce' },
  ...{ validation: 'validation', invalid: 'validation', invalidemail: 'validation' },
  ...{ unsubscribe: 'unsubscribe', unsubscribed: 'unsubscribe', manual: 'manual' },
};

/** Enhanced codes (RFC 3463) of an address that is bad for good. */
const badAddress = /^5\.1\.[0-9]+$/;

/** Why a row suppresses its address, and since when; or why it is refused. */
export type RowReason =
  | { readonly reason: SuppressionReason; readonly at: string | null }
  | { readonly code: 'not_suppressed' | 'unknown_status'; readonly why: string };

export function reasonOf(
  { rule, time }: Pick<ImportLayout, 'rule' | 'time'>,
  fields: readonly string[],
): RowReason {
  if (rule.by === 'consent') return reasonOfConsent(rule.consent, fields);
  return { reason: reasonByRule(rule, fields), at: time === null ? null : timeOf(fields[time] ?? '') };
}

function reasonOfConsent(consent: ConsentLayout, fields: readonly string[]): RowReason {
  const { standing, at, source } = consentOf(consent, (column) => (fields[column] ?? '').trim());
  switch (standing) {
    case 'complained':
      return { reason: 'complaint', at };
    case 'bounced':
      return { reason: 'hard_bounce', at };
    case 'unsubscribed':
      return { reason: 'unsubscribe', at };
    case 'unknown':
      return { code: 'unknown_status', why: unknownStatus(source) };
    case 'subscribed':
    case 'not_subscribed':
    case null:
      return {
        code: 'not_suppressed',
        why: 'The row is not marked as unsubscribed, bounced or complained.',
      };
  }
}

function reasonByRule(
  rule: Exclude<ReasonRule, { readonly by: 'consent' }>,
  fields: readonly string[],
): SuppressionReason {
  const word = (column: number): string => (fields[column] ?? '').toLowerCase().replace(/[^a-z]/g, '');
  switch (rule.by) {
    case 'file':
      return rule.reason;
    case 'word':
      return knownReason(word(rule.column));
    case 'postmark': {
      const reason = knownReason(word(rule.column));
      const isOwnWish = rule.origin !== null && word(rule.origin) === 'recipient';
      return reason === 'manual' && isOwnWish ? 'unsubscribe' : reason;
    }
    case 'status':
      return badAddress.test((fields[rule.column] ?? '').trim()) ? 'hard_bounce' : 'manual';
  }
}

function knownReason(word: string): SuppressionReason {
  return Object.hasOwn(reasonsByWord, word) ? (reasonsByWord[word] ?? 'manual') : 'manual';
}
