import type { Pool } from '@postrider/db';
import { formatHostPort, type Logger } from '@postrider/runtime';
import { checkDirectDelivery } from '@postrider/smtp-client';
import type { Settings } from '../config';
import { findLocalSources } from './sources/sources';

/**
 * Looks once, behind the start, whether mail can leave to MX hosts: a provider that blocks port 25 would otherwise be noticed when
 * mail is late. Only where routes lead there.
 */
export function startDirectDeliveryCheck(options: {
  readonly pool: Pool;
  readonly settings: Pick<Settings, 'DELIVERY_ROUTES' | 'DNS_SERVERS' | 'MX_PORT'>;
  readonly log: Logger;
}): { close(): void } {
  const { pool, settings, log } = options;
  const closing = new AbortController();
  const check = async (): Promise<void> => {
    const findings = await checkDirectDelivery({
      servers: settings.DNS_SERVERS.map(formatHostPort),
      port: settings.MX_PORT,
      sources: await findLocalSources(pool),
      signal: closing.signal,
    });
    if (closing.signal.aborted) return;
    for (const { source, ok, detail } of findings) {
      if (!ok) log.warn({ source, detail }, 'direct delivery from this host may fail');
    }
  };
  if (settings.DELIVERY_ROUTES.isDirect) {
    void check().catch((error: unknown) => {
      if (!closing.signal.aborted) log.warn({ err: error }, 'direct delivery could not be checked');
    });
  }
  return { close: () => closing.abort() };
}
