import { AppError } from '@postrider/contracts/errors';
import type { Clock, SecretBox } from '@postrider/runtime';
import type { Author } from '../../audit/record-audit-entry';
import { reopened, reopens, storedJson, type DomainRow, type SendingIdentity } from '../store/domain-row';
import type { DomainsRepository } from '../store/domains.repository';
import { IdentityProviderError, type IdentityProvider, type NewIdentity } from './provider';
import type { NameClaims } from '../verification/name-claims';
import type { SendingSetup } from '../store/sending-setup';

interface Options {
  readonly domains: DomainsRepository;
  readonly claims: NameClaims;
  readonly identityProvider: IdentityProvider;
  readonly secretBox: SecretBox;
  readonly setup: SendingSetup;
  readonly clock: Clock;
}

/**
 * Registers the domain with its own key and return path in every region.
 * @returns null when the domain is gone
 * @throws AppError `unsupported_transport`, `domain_taken`, `identity_registration_failed`
 */
export type RegisterIdentity = (row: DomainRow, author: Author) => Promise<DomainRow | null>;

export function createRegisterIdentity(options: Options): RegisterIdentity {
  const { domains, claims, setup, clock } = options;
  return async (row, author) => {
    if (row.transport !== 'ses') throw new AppError('unsupported_transport');
    if (setup.sesRegions.length === 0) {
      throw new AppError(
        'identity_registration_failed',
        'The server has no Amazon SES region. Ask the operator to set SES_REGIONS.',
      );
    }
    // First of all: an identity for a name that another organization owns would sign their mail.
    const held = await claims.hold(row, author);
    if (held === null) return null;
    await domains.noteExternalResources(held, ({ identities }) => ({
      identities: withRegions(identities, setup, null),
    }));
    await registerAll(options, held);
    const now = clock.now();
    const data = (current: DomainRow) => registered(current, setup, now);
    return domains.change(held, { action: 'register_identity', data }, author);
  };
}

function registered(row: DomainRow, setup: SendingSetup, now: Date) {
  const identities = withRegions(row.identities, setup, now);
  const opens = reopens({ ...row, identities }, 'register-identity');
  return {
    identities: storedJson(identities),
    ...(opens && { ...reopened(now), nextCheckAt: now }),
  };
}

/** @param registeredAt null: they are about to be; what was registered before stays so */
function withRegions(
  known: readonly SendingIdentity[],
  { sesRegions }: SendingSetup,
  registeredAt: Date | null,
): SendingIdentity[] {
  const others = known.filter(({ region }) => !sesRegions.includes(region));
  const ours = sesRegions.map((region) => {
    const before = known.find((each) => each.region === region)?.registeredAt ?? null;
    return { region, registeredAt: registeredAt?.toISOString() ?? before };
  });
  return [...others, ...ours];
}

/**
 * Registers the domain again, with the key that signs now, in the regions where it is registered.
 * @throws IdentityProviderError
 */
export type RenewIdentity = (row: DomainRow) => Promise<void>;

export function createRenewIdentity(
  options: Pick<Options, 'domains' | 'identityProvider' | 'secretBox' | 'clock'>,
): RenewIdentity {
  const { domains, identityProvider, clock } = options;
  return async (row) => {
    const identity = await identityOf(options, row);
    if (identity === null) return;
    for (const { region, registeredAt } of row.identities) {
      if (registeredAt === null) continue;
      await identityProvider.register(region, identity);
      const at = clock.now().toISOString();
      await domains.noteExternalResources(row, ({ identities }) => ({
        identities: identities.map((each) => (each.region === region ? { region, registeredAt: at } : each)),
      }));
    }
  };
}

async function identityOf(
  { domains, secretBox }: Pick<Options, 'domains' | 'secretBox'>,
  row: DomainRow,
): Promise<NewIdentity | null> {
  const key = await domains.findSealedKey(row);
  return (
    key && {
      domain: row.name,
      selector: key.selector,
      privateKeyPem: secretBox.open(key.privateKey, key.id),
      mailFromHost: `${row.returnPathLabel}.${row.name}`,
    }
  );
}

async function registerAll(
  { domains, identityProvider, secretBox, setup }: Options,
  row: DomainRow,
): Promise<void> {
  const identity = await identityOf({ domains, secretBox }, row);
  if (identity === null) throw new AppError('identity_registration_failed', 'The domain has no RSA key.');
  try {
    for (const region of setup.sesRegions) await identityProvider.register(region, identity);
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error;
    throw new AppError('identity_registration_failed', error.message);
  }
}
