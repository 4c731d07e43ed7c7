import type { DomainRecord } from '@postrider/contracts';
import type { Clock, Logger } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import { domainNotice } from './domain-notice';
import type { DomainRow } from './domain-row';
import { observeRecords } from './observe-records';
import type { RecordLookup } from './record-lookup';
import { recordsOf, startsWarmUp, type SendingSetup } from './sending-setup';
import { outcomeOf } from './verification-outcome';
import type { VerificationsRepository } from './verifications.repository';

/** One run over a domain that the caller has taken: asks DNS, decides, writes it down. */
export type RunVerification = (row: DomainRow) => Promise<void>;

export function createRunVerification(given: {
  readonly verifications: VerificationsRepository;
  readonly lookup: RecordLookup;
  readonly setup: SendingSetup;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly log: Logger;
}): RunVerification {
  const { verifications, lookup, setup, bumpCacheVersion, clock, log } = given;
  return async (row) => {
    const observation = await observeRecords(lookup, row, recordsOf(row, setup));
    const at = clock.now();
    const { records } = observation;
    const outcome = outcomeOf(row, observation.required, at);
    const trackingVerified = observation.trackingVerified ?? row.trackingVerified;
    const becomesVerified = outcome.status === 'verified' && row.status !== 'verified';
    const isFirstTime =
      becomesVerified && row.verifiedAt === null && startsWarmUp(row.organization.kind, setup);
    const recorded = await verifications.record(row, {
      outcome,
      records,
      trackingVerified,
      verifiedAt: becomesVerified ? at : row.verifiedAt,
      warmUpStartedAt: isFirstTime ? at : row.warmUpStartedAt,
      notice: domainNotice(row, outcome, records),
      at,
    });
    if (!recorded) return;
    if (outcome.status === row.status && trackingVerified === row.trackingVerified) {
      // Refused sends say what is missing: somebody may have published one record of several.
      if (outcome.status !== 'verified' && faults(records) !== faults(row.records)) {
        await bumpCacheVersion(row.organizationId);
      }
      return;
    }
    log.info({ domain_id: row.id, from: row.status, to: outcome.status }, 'a domain has changed');
    await bumpCacheVersion(row.organizationId);
  };
}

function faults(records: readonly DomainRecord[]): string {
  return JSON.stringify(records.map(({ status, error }) => [status, error]));
}
