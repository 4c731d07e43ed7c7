import type { SuppressionReason } from '@postrider/contracts/statuses';
import { consentOf, unknownStatus, type ConsentLayout } from '../../imports/row-consent';
import { isUnmistakable, standingOf, wordOf } from '../../imports/status-words';
import { timeOf } from '../../imports/times';
import type { ImportLayout, ReasonRule } from './import-layout';

/** Words of reasons that are no status, or another one. What is suppressed for an unknown reason gets no mail at all. */
const reasonsByWord: Readonly<Record<string, SuppressionReason>> = {
  ...{ validation: 'validation', invalid: 'validation', invalidemail: 'validation' },
  ...{ blacklisted: 'manual', blocklisted: 'manual', suppressed: 'manual', usersuppressed: 'manual' },
  ...{ manuallysuppressed: 'manual', donotemail: 'manual', donotcontact: 'manual' },
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
  const word = (column: number): string => wordOf(fields[column] ?? '');
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
  if (Object.hasOwn(reasonsByWord, word)) return reasonsByWord[word] ?? 'manual';
  const standing = standingOf(word);
  if (standing === 'complained') return 'complaint';
  if (standing === 'bounced') return 'hard_bounce';
  return standing === 'unsubscribed' && isUnmistakable(word) ? 'unsubscribe' : 'manual';
}
