import type { DomainRecord } from '@postrider/contracts/domains';
import type { Clock, Logger, RecordLookup } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import { domainNotice, type VerificationsRepository } from './verifications.repository';
import { reopened, reopens, type DomainRow } from '../store/domain-row';
import { observeFaults } from './observe-faults';
import { observeRecords } from './observe-records';
import { recordsOf, startsWarmUp, type SendingSetup } from '../store/sending-setup';
import { outcomeOf, type VerificationOutcome } from './verification-outcome';
import { planRotation } from './plan-rotation';
import type { NameSources } from '../dmarc/name-sources';
import type { DomainName, DomainsRepository } from '../store/domains.repository';
import type { Author } from '../../audit/record-audit-entry';
import type { NameClaims } from './name-claims';

/** What of a rotation happens outside the transaction that writes down a verification run. Each step can be repeated. */
export interface KeyRotation {
  /** New keys where they are due, and their records where we publish them. @returns the row as it is then */
  prepare(row: DomainRow): Promise<DomainRow>;
  /** The provider signs with the new key; retired ones go when their time is over. */
  finish(row: DomainRow): Promise<void>;
}

/** One run over a domain that the caller has taken: asks DNS, decides, writes it down. */
export type RunVerification = (row: DomainRow) => Promise<void>;

export function createRunVerification(options: {
  readonly verifications: VerificationsRepository;
  readonly lookup: RecordLookup;
  readonly rotation: KeyRotation;
  readonly setup: SendingSetup;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly log: Logger;
}): RunVerification {
  const { verifications, lookup, rotation, setup, bumpCacheVersion, clock, log } = options;
  /** Only of domains that send. */
  const findFaults = async (row: DomainRow): Promise<DomainRow['recordFaults']> => {
    if (row.status !== 'verified') return [];
    const selectors = await verifications.foreignSelectors(row);
    return observeFaults(lookup, { ...row, selectors, known: row.recordFaults }, clock.now());
  };
  return async (given) => {
    const row = await rotation.prepare(given);
    const observed = {
      ...{ name: row.name, records: row.records },
      sourceAddresses: await verifications.sourceAddresses(),
      platformHost: setup.platformHost,
    };
    const [observation, recordFaults] = await Promise.all([
      observeRecords(lookup, observed, recordsOf(row, setup)),
      findFaults(row),
    ]);
    const at = clock.now();
    const { records } = observation;
    const keys = planRotation(row, observation, at);
    const outcome = sooner(outcomeOf(row, observation.required, at), keys.nextCheckAt);
    const trackingVerified = observation.trackingVerified ?? row.trackingVerified;
    const becomesVerified = outcome.status === 'verified' && row.status !== 'verified';
    const isFirstTime =
      becomesVerified && row.verifiedAt === null && startsWarmUp(row.organization.kind, setup);
    const recorded = await verifications.record(row, {
      outcome,
      records,
      recordFaults,
      trackingVerified,
      verifiedAt: becomesVerified ? at : row.verifiedAt,
      warmUpStartedAt: isFirstTime ? at : row.warmUpStartedAt,
      notice: domainNotice(row, outcome, records),
      keys,
      at,
    });
    if (!recorded) return;
    await rotation.finish(row);
    if (outcome.status === row.status && trackingVerified === row.trackingVerified) {
      // Refused sends say what is missing: one record of several may have been published.
      if (outcome.status !== 'verified' && faults(records) !== faults(row.records)) {
        await bumpCacheVersion(row.organizationId);
      }
      return;
    }
    log.info({ domain_id: row.id, from: row.status, to: outcome.status }, 'the status of a domain changed');
    await bumpCacheVersion(row.organizationId);
  };
}

/** A new key's record is checked without waiting for the domain's daily check. */
function sooner(outcome: VerificationOutcome, at: Date | null): VerificationOutcome {
  if (at === null || outcome.nextCheckAt === null || outcome.nextCheckAt <= at) return outcome;
  return { ...outcome, nextCheckAt: at };
}

function faults(records: readonly DomainRecord[]): string {
  return JSON.stringify(records.map(({ status, error }) => [status, error]));
}

/** Above the longest run (two attempts of three seconds for a record and each of its doubled names, many resolvers). */
export const verificationLeaseMs = 120_000;
const pageSize = 20;

/**
 * Verifies the domains whose check is due. Any number of replicas may do this at the same time; what a replica
 * that died had taken comes back when its lease is over.
 */
export function createCheckDueDomains(options: {
  readonly domains: DomainsRepository;
  readonly verifications: VerificationsRepository;
  readonly runVerification: RunVerification;
  readonly nameSources: NameSources;
  readonly clock: Clock;
  readonly log: Logger;
}): () => Promise<'again' | void> {
  const { domains, verifications, runVerification, nameSources, clock, log } = options;
  return async () => {
    const now = clock.now();
    const leaseUntil = new Date(now.getTime() + verificationLeaseMs);
    const due = await verifications.claimDue({ now, leaseUntil, limit: pageSize });
    await Promise.all(
      due.map(async (domain) => {
        try {
          const row = await domains.find(domain);
          if (row === null) return;
          await runVerification(row);
          await nameSources(domain);
        } catch (error) {
          log.error({ err: error, domain_id: domain.id }, 'a domain could not be checked');
        }
      }),
    );
    return due.length === pageSize ? 'again' : undefined;
  };
}

/**
 * Verifies now, for a caller who waits.
 * @returns the domain as it is then; null when there is none
 * @throws AppError `domain_taken` when another organization holds its name by now
 */
export type VerifyDomain = (domain: DomainName, author: Author) => Promise<DomainRow | null>;

/** Takes the domain as the sweep does, so that neither overwrites the other's findings. */
export function createVerifyDomain(options: {
  readonly domains: DomainsRepository;
  readonly claims: NameClaims;
  readonly runVerification: RunVerification;
  readonly clock: Clock;
}): VerifyDomain {
  const { domains, claims, runVerification, clock } = options;
  return async (domain, author) => {
    const found = await domains.find(domain);
    const held = found && (await claims.hold(found, author));
    if (held === null) return null;
    const row = await domains.change(
      held,
      { action: 'verify', data: (current) => taken(current, clock.now()) },
      author,
    );
    if (row === null) return null;
    await runVerification(row);
    return domains.find(domain);
  };
}

function taken(row: DomainRow, now: Date) {
  const opens = reopens(row, 'verify');
  // A disabled domain is looked at, but goes on waiting for nothing.
  if (row.status === 'disabled' && !opens) return {};
  return {
    nextCheckAt: new Date(now.getTime() + verificationLeaseMs),
    ...(opens && reopened(now)),
  };
}

/** What a caller changes of a domain. */
export type DomainSettings = Partial<Pick<DomainRow, 'inboundRule' | 'inboundAddresses'>>;

/**
 * Changes it, and looks for its records, which may be others then: the answer says what is published now.
 * @returns the domain as it is then; null when there is none
 */
export type UpdateDomain = (
  domain: DomainName,
  settings: DomainSettings,
  author: Author,
) => Promise<DomainRow | null>;

export function createUpdateDomain(options: {
  readonly domains: DomainsRepository;
  readonly runVerification: RunVerification;
  readonly clock: Clock;
}): UpdateDomain {
  const { domains, runVerification, clock } = options;
  return async (domain, settings, author) => {
    const data = (current: DomainRow) => ({ ...settings, ...leased(current, clock.now()) });
    const row = await domains.change(domain, { action: 'update', data }, author);
    if (row === null) return null;
    await runVerification(row);
    return domains.find(domain);
  };
}

/** As `taken`; a domain that is not looked at by itself stays so. */
function leased({ status }: DomainRow, now: Date) {
  if (status !== 'pending' && status !== 'verified') return {};
  return { nextCheckAt: new Date(now.getTime() + verificationLeaseMs) };
}
