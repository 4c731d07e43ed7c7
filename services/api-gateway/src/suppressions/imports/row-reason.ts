import type { SuppressionReason } from '@postrider/contracts';
import type { ReasonRule } from './import-layout';

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

/** @returns null: the row says that its address is not suppressed */
export function reasonOf(rule: ReasonRule, fields: readonly string[]): SuppressionReason | null {
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
    case 'unsubscribed':
      return word(rule.column) === 'true' ? 'unsubscribe' : null;
  }
}

function knownReason(word: string): SuppressionReason {
  return Object.hasOwn(reasonsByWord, word) ? (reasonsByWord[word] ?? 'manual') : 'manual';
}
