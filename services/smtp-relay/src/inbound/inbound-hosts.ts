import type { Pool } from '@postrider/db';
import { createBatcher, createTtlCache, type Clock, type Logger } from '@postrider/runtime';

/** What a host is to us. */
export interface InboundHost {
  /** Whose: to whose share of memory its mail counts. */
  readonly organizationId: string;
  /** The return path of its domain; else its replies come to it. */
  readonly isReturnPath: boolean;
  /** The domain is proven to be its organization's: others cannot have mail for it come to them. */
  readonly isVerified: boolean;
}

/** Null: no host of a registered domain. @throws what the database throws, and OverloadedError */
export type FindInboundHost = (host: string) => Promise<InboundHost | null>;

/** A domain that is registered or removed is known as such so much later. */
const knownMs = 60_000;
/** Less, since a refusal is final for the mail that it meets. */
const unknownMs = 10_000;
const entriesMax = 50_000;
/** Names are free to invent: these wait for one statement at a time, more are asked to come again. */
const waitingMax = 1_000;

/** Hosts that are asked for at the same time share a statement; one that several ask for is looked up once. */
export function createInboundHosts(options: {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly log: Logger;
}): FindInboundHost {
  const { pool, clock, log } = options;
  const known = createTtlCache<string, InboundHost>({ entriesMax, ttlMs: knownMs, clock });
  const unknown = createTtlCache<string, true>({ entriesMax, ttlMs: unknownMs, clock });
  const underWay = new Map<string, Promise<InboundHost | null>>();
  const batcher = createBatcher({
    name: 'inbound hosts',
    run: (hosts: readonly string[]) => findHosts(pool, hosts),
    inFlightMax: 1,
    onError: (error, hosts) =>
      log.warn({ err: error, hosts }, 'hosts of inbound mail could not be looked up'),
    waitingMax,
  });

  const lookUp = async (host: string): Promise<InboundHost | null> => {
    const found = await batcher.submit(host);
    if (found === null) unknown.set(host, true);
    else known.set(host, found);
    return found;
  };
  return (host) => {
    const answer = known.get(host) ?? (unknown.get(host) === true ? null : undefined);
    if (answer !== undefined) return Promise.resolve(answer);
    const waiting = underWay.get(host);
    if (waiting !== undefined) return waiting;
    const looking = lookUp(host).finally(() => underWay.delete(host));
    underWay.set(host, looking);
    return looking;
  };
}

interface HostRow {
  readonly host: string;
  readonly organization_id: string;
  readonly is_return_path: boolean;
  readonly is_verified: boolean;
}

/** $1 hosts, $2 the names that they are directly below of. A name is held by one domain at a time. */
const findHostsSql = `
SELECT asked.host, d.organization_id, d.return_path_label || '.' || d.name = asked.host AS is_return_path,
  d.status = 'verified' AS is_verified
FROM unnest($1::text[], $2::text[]) AS asked (host, name)
JOIN domains d ON d.name = asked.name AND d.failed_reason IS NULL
WHERE asked.host IN (d.return_path_label || '.' || d.name, d.reply_label || '.' || d.name)`;

async function findHosts(pool: Pool, hosts: readonly string[]): Promise<(InboundHost | null)[]> {
  const names = hosts.map((host) => host.slice(host.indexOf('.') + 1));
  const { rows } = await pool.query<HostRow>({
    name: 'inbound.find-hosts',
    text: findHostsSql,
    values: [hosts, names],
  });
  const found = new Map(rows.map((row) => [row.host, hostOf(row)]));
  return hosts.map((host) => found.get(host) ?? null);
}

function hostOf(row: HostRow): InboundHost {
  return {
    organizationId: row.organization_id,
    isReturnPath: row.is_return_path,
    isVerified: row.is_verified,
  };
}
