import type { DomainRecord } from '@postrider/contracts';
import type { DomainRow } from './domain-row';
import type { VerificationOutcome } from './verification-outcome';

export interface DomainNotice {
  readonly kind: string;
  readonly subject: string;
  readonly text: string;
  /** Makes the same fact one notice. */
  readonly identity: string;
}

/** Null: nothing to tell. */
export function domainNotice(
  domain: Pick<DomainRow, 'id' | 'name' | 'status' | 'verificationStartedAt'>,
  outcome: VerificationOutcome,
  records: readonly DomainRecord[],
): DomainNotice | null {
  const { id, name } = domain;
  const mistakes = records
    .filter(({ required, status }) => required && status !== 'verified')
    .map(({ record, error }) => `- ${record}: ${error ?? 'not found'}`);
  const lines = (...paragraphs: string[]): string => [...paragraphs, mistakes.join('\n')].join('\n\n');
  if (outcome.notice === 'failing') {
    return {
      kind: 'domain_failing',
      subject: `DNS records of ${name} are missing: sending will stop`,
      text: lines(
        `Records that ${name} needs for sending were not found, more than 24 hours after they were first missed.`,
        'When they are not back 72 hours after the first miss, mail from this domain is no longer accepted.',
      ),
      identity: `domain_failing:${id}:${outcome.failingSince?.toISOString()}`,
    };
  }
  if (outcome.notice === null) return null;
  const wasVerified = domain.status === 'verified';
  return {
    kind: 'domain_failed',
    subject: wasVerified ? `Sending from ${name} has stopped` : `${name} could not be verified`,
    text: lines(
      wasVerified
        ? `Records that ${name} needs for sending were missing for 72 hours. Mail from this domain is no longer accepted.`
        : `The records of ${name} were not found within 72 hours, so we have stopped looking for them.`,
      'Publish the records as they are shown for the domain, then ask for its verification again.',
    ),
    identity: `domain_failed:${id}:${(outcome.failingSince ?? domain.verificationStartedAt).toISOString()}`,
  };
}
