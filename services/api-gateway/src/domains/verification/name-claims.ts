import assert from 'node:assert';
import { AppError } from '@postrider/contracts/errors';
import type { Clock, MasterKeys, RecordLookup } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { Author } from '../../audit/record-audit-entry';
import { reopened, type DomainRow, type NameHolder } from '../store/domain-row';
import type { DomainsRepository } from '../store/domains.repository';
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/**
 * Who may hold a name. One domain holds it from its registration until it fails: verified, no other organization can take it;
 * not verified, only one that publishes its ownership record in DNS can. So an organization can neither keep a name
 * from its owner by registering it, nor lose one that DNS says is theirs.
 */
export interface NameClaims {
  /**
   * @returns the unverified domain of another organization that has to give the name up; null when it is free
   * @throws AppError `domain_taken`
   */
  settle(organizationId: string, name: string): Promise<NameHolder | null>;
  /**
   * Before anything is done with a domain that had lost its name: takes the name again. A failed one waits for its
   * records then.
   * @returns the domain as it is then; null when it is gone
   * @throws AppError `domain_taken`
   */
  hold(row: DomainRow, author: Author): Promise<DomainRow | null>;
}

export function createNameClaims(options: {
  readonly domains: DomainsRepository;
  readonly lookup: RecordLookup;
  readonly ownershipRecordOf: OwnershipRecordOf;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
}): NameClaims {
  const { domains, lookup, ownershipRecordOf, bumpCacheVersion, clock } = options;

  const settle: NameClaims['settle'] = async (organizationId, name) => {
    const holder = await domains.findHolder(name);
    if (holder === null) return null;
    if (holder.status === 'verified') throw new AppError('domain_taken', verifiedElsewhere(name));
    const proof = ownershipRecordOf(organizationId, name);
    const answer = await lookup.find('TXT', proof.name);
    if (answer.kind === 'values' && answer.values.some((value) => proof.accepted.includes(value.trim())))
      return holder;
    const silent = answer.kind === 'unknown' ? ` The DNS lookup failed (${answer.code}).` : '';
    throw new AppError(
      'domain_taken',
      `Another organization registered ${name} but has not verified it. If you own the domain, publish a TXT record at ${proof.name} with the value ${proof.value} and repeat the request.${silent}`,
    );
  };

  return {
    settle,
    hold: async (row, author) => {
      if (row.failedReason === null && row.status !== 'failed') return row;
      const ends = row.failedReason === null ? null : await settle(row.organizationId, row.name);
      const now = clock.now();
      const data = ({ status }: DomainRow) =>
        status === 'failed' ? { ...reopened(now), nextCheckAt: now } : { failedReason: null };
      const held = await domains.change(row, { action: 'reopen', data, ends }, author);
      await bumpCacheVersion(row.organizationId);
      if (ends !== null) await bumpCacheVersion(ends.organizationId);
      return held;
    },
  };
}

function verifiedElsewhere(name: string): string {
  return `Another organization has verified ${name}. You can register it once that organization deletes it, or 72 hours after its DNS records are gone.`;
}

/** The record by which the owner of a zone says that a name belongs to an organization. */
export interface OwnershipRecord {
  readonly name: string;
  readonly value: string;
  /** And the values that previous master keys gave. */
  readonly accepted: readonly string[];
}

export type OwnershipRecordOf = (organizationId: string, domain: string) => OwnershipRecord;

const proofChars = 40; // 160 bits

/** The value follows from organization and name, so nothing is stored, and it proves nothing for anybody else. */
export function createOwnershipProof({ masterKey, previousKeys = [] }: MasterKeys): OwnershipRecordOf {
  const keys = [masterKey, ...previousKeys].map((each) => {
    const derived = hkdfSync('sha256', each, '', 'postrider domain ownership', 32);
    return createSecretKey(new Uint8Array(derived));
  });
  return (organizationId, domain) => {
    const accepted = keys.map((key) => {
      const proof = createHmac('sha256', key).update(`${organizationId}\n${domain}`).digest('hex');
      return `postrider-domain=${proof.slice(0, proofChars)}`;
    });
    const [value] = accepted;
    assert(value !== undefined, 'there is a master key');
    return { name: `_postrider.${domain}`, value, accepted };
  };
}
