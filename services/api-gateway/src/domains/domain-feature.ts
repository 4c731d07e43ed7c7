import type { PlanTable } from '@postrider/contracts/organizations';
import type { ApiGatewayDatabase } from '@postrider/db';
import {
  createRecordLookup,
  type Clock,
  type HostPort,
  type Logger,
  type MasterKeys,
  type SecretBox,
} from '@postrider/runtime';
import type { BumpCacheVersion } from '@postrider/admission';
import type { Route } from '../http/route';
import type { CursorCodec } from '../paging/cursor';
import {
  createCheckDueDomains,
  createRunVerification,
  createUpdateDomain,
  createVerifyDomain,
} from './verification/verify-domains';
import type { DnsProvider, IdentityProvider } from './providers/provider';
import { createDmarcRepository } from './dmarc/dmarc.repository';
import { createNameSources } from './dmarc/name-sources';
import { createDomainsRepository } from './store/domains.repository';
import { domainRoutes } from './routes/domains.routes';
import { createNameClaims, createOwnershipProof } from './verification/name-claims';
import { createPublishDomain } from './providers/publish-domain';
import { createDkimKeysRepository } from './keys/dkim-keys.repository';
import { createKeyRotation } from './keys/rotate-keys';
import { createRegisterIdentity, createRenewIdentity } from './providers/register-identity';
import { createRemovalsRepository } from './removal/removals.repository';
import { createRemoveDomain } from './removal/remove-domain';
import { createRemoveTrackingAliases, createTrackingAliasesRepository } from './removal/tracking-aliases';
import type { SendingSetup } from './store/sending-setup';
import { createVerificationsRepository } from './verification/verifications.repository';

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

interface DomainFeatureOptions {
  readonly domains: DomainOptions;
  readonly database: ApiGatewayDatabase;
  readonly secretBox: SecretBox;
  readonly masterKeys: MasterKeys;
  readonly plans: PlanTable;
  readonly cursors: CursorCodec;
  readonly bumpCacheVersion: BumpCacheVersion;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface DomainFeature {
  readonly routes: Route[];
  /** One pass over what the domains of all organizations wait for. */
  readonly sweep: () => Promise<'again' | void>;
}

export function createDomainFeature(options: DomainFeatureOptions): DomainFeature {
  const { setup, dnsProvider, identityProvider, removalSettleMs: settleMs, dnsServers } = options.domains;
  const { database, bumpCacheVersion, clock, log } = options;
  const domains = createDomainsRepository(database.prisma);
  const verifications = createVerificationsRepository(database);
  const lookup = createRecordLookup(dnsServers);
  const ownershipRecordOf = createOwnershipProof(options.masterKeys);
  const claims = createNameClaims({ ...options, domains, lookup, ownershipRecordOf });
  const rotation = createKeyRotation({
    ...{ ...options, domains, dnsProvider, setup },
    keys: createDkimKeysRepository(database.prisma),
    renewIdentity: createRenewIdentity({ ...options, domains, identityProvider }),
  });
  const runVerification = createRunVerification({ ...options, verifications, lookup, rotation, setup });
  const aliases = createTrackingAliasesRepository(database);
  const removals = createRemovalsRepository(database.prisma);
  const nameSources = createNameSources({ pool: database.pool, lookup, clock });
  const checkDue = createCheckDueDomains({
    ...{ domains, verifications, runVerification, nameSources, clock, log },
  });
  const removeAliases = createRemoveTrackingAliases({ aliases, dnsProvider, clock, log });
  return {
    routes: domainRoutes({
      ...options,
      domains,
      dmarc: createDmarcRepository(database.pool),
      claims,
      setup,
      verifyDomain: createVerifyDomain({ domains, claims, runVerification, clock }),
      updateDomain: createUpdateDomain({ domains, runVerification, clock }),
      publishDomain: createPublishDomain({ domains, claims, dnsProvider, setup, clock }),
      registerIdentity: createRegisterIdentity({ ...options, domains, claims, identityProvider, setup }),
      removeDomain: createRemoveDomain({
        ...{ domains, removals, dnsProvider, identityProvider },
        ...{ bumpCacheVersion, clock, settleMs },
      }),
    }),
    sweep: async () => {
      const passes = await Promise.all([checkDue(), removeAliases()]);
      return passes.includes('again') ? 'again' : undefined;
    },
  };
}
