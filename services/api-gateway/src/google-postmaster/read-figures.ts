import { googleFigureDays } from '@postrider/contracts/deliverability';
import type { Pool } from '@postrider/db';
import { possibleZones } from '@postrider/mail';
import { SecretBoxError, type Clock, type Logger, type SecretBox } from '@postrider/runtime';
import { createGoogleApi, type GoogleApi, type GoogleWindow } from './google-api';
import {
  claimDueConnection,
  findOwnDomains,
  recordFault,
  recordFigures,
  type ConnectionFault,
  type DomainFigures,
  type GoogleConnection,
  type OwnDomain,
} from './google-postmaster.repository';
import { createGoogleOauth, type GoogleSettings } from './google-oauth';
import { GoogleRefusal } from './google-refusal';

const dayMs = 86_400_000;
/** Google adds figures once a day. */
const readingIntervalMs = dayMs;
const retryMs = 3_600_000;
/** Longer than a reading may take. */
const leaseMs = 900_000;
const readingMaxMs = 300_000;

interface ReadFiguresOptions {
  readonly pool: Pool;
  readonly settings: GoogleSettings;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Reads by one account that is due. @returns whether there was one */
export function createReadDueFigures(options: ReadFiguresOptions): () => Promise<'again' | void> {
  const { pool, clock, log } = options;
  return async () => {
    const now = clock.now();
    const connection = await claimDueConnection(pool, { now, leaseUntil: new Date(now.getTime() + leaseMs) });
    if (connection === null) return undefined;
    const { organizationId } = connection;
    try {
      const figures = await readAccount(options, connection, now);
      const nextReadAt = new Date(now.getTime() + readingIntervalMs);
      await recordFigures(pool, connection, { figures, now, nextReadAt });
      log.info({ organization_id: organizationId, domains: figures.length }, 'Google Postmaster Tools read');
    } catch (error) {
      const fault = faultOf(error);
      // A new consent is needed: asking again would not help.
      const nextReadAt = fault === 'access_revoked' ? null : new Date(now.getTime() + retryMs);
      await recordFault(pool, connection, { fault, nextReadAt });
      const { message } = error as Error;
      log.warn({ organization_id: organizationId, fault, message }, 'Google Postmaster Tools not read');
    }
    return 'again';
  };
}

/** @throws what is a bug */
function faultOf(error: unknown): ConnectionFault {
  // An operator has to restore the master key; meanwhile it is tried again.
  if (error instanceof SecretBoxError) return 'unavailable';
  if (!(error instanceof GoogleRefusal)) throw error;
  return error.fault === 'no_data' ? 'refused' : error.fault;
}

async function readAccount(
  { pool, settings, secretBox }: ReadFiguresOptions,
  { id, organizationId, refreshToken }: GoogleConnection,
  now: Date,
): Promise<DomainFigures[]> {
  const api = createGoogleApi(settings, createGoogleOauth(settings), secretBox.open(refreshToken, id));
  const known = new Set(await api.domains());
  const until = new Date(Math.floor(now.getTime() / dayMs) * dayMs + dayMs);
  const window = { from: new Date(until.getTime() - googleFigureDays * dayMs), until };
  const endMs = performance.now() + readingMaxMs;
  const found: DomainFigures[] = [];
  for (const domain of await findOwnDomains(pool, organizationId)) {
    if (performance.now() > endMs) throw new GoogleRefusal('unavailable', 'Google answers too slowly');
    const googleDomain = possibleZones(domain.name).find((name) => known.has(name));
    if (googleDomain !== undefined) found.push(await readDomain(api, { domain, googleDomain }, window));
  }
  return found;
}

async function readDomain(
  api: GoogleApi,
  { domain, googleDomain }: { readonly domain: OwnDomain; readonly googleDomain: string },
  window: GoogleWindow,
): Promise<DomainFigures> {
  return {
    ...{ domainId: domain.id, googleDomain },
    days: await orNone(() => api.days(googleDomain, window)),
    requirements: await orNone(() => api.requirements(googleDomain)),
  };
}

/** An account may see a domain and not its figures, and Google may have none. */
async function orNone<T>(read: () => Promise<T[]>): Promise<T[]> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GoogleRefusal && error.fault === 'no_data') return [];
    throw error;
  }
}
