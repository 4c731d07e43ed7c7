import { findingSeverities, type Finding } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { blocklisted, ptrMismatch, readListings, readReverseNames } from './address-findings';
import { blockedByProvider, readBlocks } from './blocked-findings';
import { readSeconds, slowerThanUsual } from './delivery-seconds';
import { findDmarcReasons, findDomainSources } from './dmarc-facts.repository';
import { dmarcRequirementFindings } from './dmarc-requirement';
import { dmarcSourceFindings } from './dmarc-sources';
import { findDomainFaults, findDomainTls, findDomainVolumes } from './domain-facts.repository';
import { findingSource, type FindingScope, type FindingSource } from './finding-source';
import { addGoogle, googleAuthentication, googleComplaints, withGoogle } from './google-findings';
import { noUnsubscribeFindings } from './no-unsubscribe';
import { bouncesHigh, complaintsHigh, readOutcomes } from './outcome-findings';
import { ownTlsFailures, readOwnTls } from './own-tls-failures';
import { recordFindings } from './record-findings';
import { tlsFailureFindings } from './tls-failures';
import { readCheckedDomains, recordWrong } from './wrong-records';

/** All findings that are looked for: a line for each kind of facts, with the rules that read them. */
const findingSources: readonly FindingSource[] = [
  findingSource(readCheckedDomains, recordWrong),
  findingSource(findDomainFaults, recordFindings),
  findingSource(findDmarcReasons, dmarcRequirementFindings),
  findingSource(withGoogle(findDomainSources), ({ facts, google }, now) =>
    addGoogle(dmarcSourceFindings(facts), 'dmarc_fail_own', googleAuthentication(google, now)),
  ),
  findingSource(findDomainTls, tlsFailureFindings),
  findingSource(readOwnTls, ownTlsFailures),
  findingSource(findDomainVolumes, noUnsubscribeFindings),
  findingSource(readListings, blocklisted),
  findingSource(readReverseNames, ptrMismatch),
  findingSource(
    withGoogle(readOutcomes),
    ({ facts, google }, now) =>
      addGoogle(complaintsHigh(facts), 'complaints_high', googleComplaints(google, now)),
    ({ facts }) => bouncesHigh(facts),
  ),
  findingSource(readBlocks, blockedByProvider),
  findingSource(readSeconds, slowerThanUsual),
];

/** The most severe first. One statement at a time: a page that people look at does not take a connection for each. */
export async function findAll(pool: Pool, scope: FindingScope): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const source of findingSources) found.push(...(await source.find(pool, scope)));
  return found.toSorted(
    (a, b) => findingSeverities.indexOf(a.severity) - findingSeverities.indexOf(b.severity),
  );
}
