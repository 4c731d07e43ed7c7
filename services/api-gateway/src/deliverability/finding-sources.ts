import { findingSeverities, type Finding } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { blocklisted, ptrMismatch, readListings, readReverseNames } from './address-findings';
import { blockedByProvider, readBlocks } from './blocked-findings';
import { readSeconds, slowerThanUsual } from './delivery-seconds';
import { findingSource, type FindingScope, type FindingSource } from './finding-source';
import { bouncesHigh, complaintsHigh, readOutcomes } from './outcome-findings';
import { readCheckedDomains, recordWrong } from './wrong-records';

/** All findings that are looked for: a line for each kind of facts, with the rules that read them. */
const findingSources: readonly FindingSource[] = [
  findingSource(readCheckedDomains, recordWrong),
  findingSource(readListings, blocklisted),
  findingSource(readReverseNames, ptrMismatch),
  findingSource(readOutcomes, complaintsHigh, bouncesHigh),
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
