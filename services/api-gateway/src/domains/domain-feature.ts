import type { PlanTable } from '@postrider/contracts';
import type { Database } from '@postrider/db';
import type { Clock, HostPort, Logger, SecretBox } from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import { createCheckDueDomains } from './check-due-domains';
import type { DnsProvider } from './dns-provider';
import { createDomainsRepository } from './domains.repository';
import { domainRoutes } from './domains.routes';
import type { IdentityProvider } from './identity-provider';
import { createNameClaims } from './name-claims';
import { createOwnershipProof } from './ownership-proof';
import { createPublishDomain } from './publish-domain';
import { createRecordLookup } from './record-lookup';
import { createRegisterIdentity } from './register-identity';
import { createRemovalsRepository } from './removals.repository';
import { createRemoveDomain } from './remove-domain';
import { createRemoveTrackingAliases } from './remove-tracking-aliases';
import { createRunVerification } from './run-verification';
import type { SendingSetup } from './sending-setup';
import { createTrackingAliasesRepository } from './tracking-aliases.repository';
import { createVerificationsRepository } from './verifications.repository';
import { createVerifyDomain } from './verify-domain';

export interface DomainOptions {
  readonly setup: SendingSetup;
  /** Empty: the system's. */
  readonly dnsServers: readonly HostPort[];
  /** Null: no token. */
  readonly dnsProvider: DnsProvider | null;
  readonly identityProvider: IdentityProvider;
  /** How often the sweep looks for domains to verify. */
  readonly sweepIntervalMs: number;
  /** How long a removal waits for sends that were let in before. */
  readonly removalSettleMs: number;
}

interface Parts {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly masterKey: Buffer;
  readonly plans: PlanTable;
  readonly cursors: CursorCodec;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface DomainFeature {
  readonly routes: Route[];
  /** One round of what the domains of all organizations wait for. */
  readonly sweep: () => Promise<'again' | void>;
}

export function createDomainFeature(options: DomainOptions, parts: Parts): DomainFeature {
  const { setup, dnsProvider, identityProvider, removalSettleMs: settleMs } = options;
  const { database, bumpCacheVersion, clock, log } = parts;
  const domains = createDomainsRepository(database.prisma);
  const verifications = createVerificationsRepository(database);
  const lookup = createRecordLookup(options.dnsServers);
  const ownershipRecordOf = createOwnershipProof(parts.masterKey);
  const claims = createNameClaims({ ...parts, domains, lookup, ownershipRecordOf });
  const run = createRunVerification({ ...parts, verifications, lookup, setup });
  const aliases = createTrackingAliasesRepository(database);
  const removals = createRemovalsRepository(database.prisma);
  const checkDue = createCheckDueDomains({ domains, verifications, runVerification: run, clock, log });
  const removeAliases = createRemoveTrackingAliases({ aliases, dnsProvider, clock, log });
  return {
    routes: domainRoutes({
      ...parts,
      domains,
      claims,
      setup,
      verifyDomain: createVerifyDomain({ domains, claims, runVerification: run, clock }),
      publishDomain: createPublishDomain({ domains, claims, dnsProvider, setup, clock }),
      registerIdentity: createRegisterIdentity({ ...parts, domains, claims, identityProvider, setup }),
      removeDomain: createRemoveDomain({
        ...{ domains, removals, dnsProvider, identityProvider },
        ...{ bumpCacheVersion, clock, settleMs },
      }),
    }),
    sweep: async () => {
      const rounds = await Promise.all([checkDue(), removeAliases()]);
      return rounds.includes('again') ? 'again' : undefined;
    },
  };
}
