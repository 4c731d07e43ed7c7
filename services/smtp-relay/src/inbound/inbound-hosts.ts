import type { Pool } from '@postrider/db';
import { createBatcher, createTtlCache, type Clock, type Logger } from '@postrider/runtime';

/** What a host is to us, and whose: ids of organizations, to whose share of memory its mail counts. */
export interface InboundHost {
  /** Delivery reports come to it. */
  readonly returnPathOf: string | null;
  /** Replies come to it. Only of a verified domain: its owner alone reads what is written to it. */
  readonly repliesOf: string | null;
  /** It is a verified domain that receives at addresses of its own. */
  readonly mailboxes: Mailboxes | null;
}

export interface Mailboxes {
  readonly organizationId: string;
  /** `mailboxName` of those that receive; null: all. */
  readonly names: ReadonlySet<string> | null;
}

/** Null: no host of a registered domain. @throws what the database throws, and OverloadedError */
export type FindInboundHost = (host: string) => Promise<InboundHost | null>;

/** A change of a domain counts so much later: a refusal is final for the mail that it meets. */
const keptMs = 10_000;
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
  // Apart, so that invented names displace no others.
  const known = createTtlCache<string, InboundHost>({ entriesMax, ttlMs: keptMs, clock });
  const unknown = createTtlCache<string, true>({ entriesMax, ttlMs: keptMs, clock });
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
  readonly role: 'return path' | 'replies' | 'mailboxes';
  /** Null: not of the rule `addresses`. */
  readonly addresses: string[] | null;
}

/** RFC 5321 section 4.5.1, RFC 2142: who receives at a domain, receives at these. */
const alwaysReceived = ['postmaster', 'abuse'];

/**
 * $1 hosts, $2 the names that they are directly below of. A name is held by one domain at a time. A host may be below one
 * domain and another domain itself.
 */
const findHostsSql = `
SELECT asked.host, d.organization_id, NULL AS addresses,
  CASE WHEN d.return_path_label || '.' || d.name = asked.host THEN 'return path' ELSE 'replies' END AS role
FROM unnest($1::text[], $2::text[]) AS asked (host, name)
JOIN domains d ON d.name = asked.name AND d.failed_reason IS NULL
WHERE d.return_path_label || '.' || d.name = asked.host
   OR (d.reply_label || '.' || d.name = asked.host AND d.status = 'verified')
UNION ALL
SELECT asked.host, d.organization_id, CASE WHEN d.inbound_rule = 'addresses' THEN d.inbound_addresses END, 'mailboxes'
FROM unnest($1::text[]) AS asked (host)
JOIN domains d ON d.name = asked.host AND d.failed_reason IS NULL
WHERE d.status = 'verified' AND d.inbound_rule <> 'replies'`;

async function findHosts(pool: Pool, hosts: readonly string[]): Promise<(InboundHost | null)[]> {
  const names = hosts.map((host) => host.slice(host.indexOf('.') + 1));
  const { rows } = await pool.query<HostRow>({
    name: 'inbound.find-hosts',
    text: findHostsSql,
    values: [hosts, names],
  });
  const found = Map.groupBy(rows, ({ host }) => host);
  return hosts.map((host) => hostOf(found.get(host) ?? []));
}

function hostOf(rows: readonly HostRow[]): InboundHost | null {
  if (rows.length === 0) return null;
  const of = (role: HostRow['role']): HostRow | undefined => rows.find((row) => row.role === role);
  const mailboxes = of('mailboxes');
  return {
    returnPathOf: of('return path')?.organization_id ?? null,
    repliesOf: of('replies')?.organization_id ?? null,
    mailboxes: mailboxes
      ? {
          organizationId: mailboxes.organization_id,
          names: mailboxes.addresses && new Set([...mailboxes.addresses, ...alwaysReceived]),
        }
      : null,
  };
}
