import type { Pool } from '@postrider/db';
import { isBuiltInTransport } from '@postrider/providers';
import { createTtlCache, type Clock, type Logger, type SecretBox } from '@postrider/runtime';
import type { TransportUnit } from './transport-units';

/** A transport that a domain may name. */
export interface Transport {
  readonly name: string;
  /** In the order in which they are preferred. */
  readonly units: readonly TransportUnit[];
  /** Who takes over when none of them works; null: mail waits. */
  readonly fallback: string | null;
  /** Why it takes no mail, for operators; null: it does. */
  readonly problem: string | null;
}

export interface TransportCatalogue {
  /** Rejects never; without the database, as it was last known. */
  get(name: string): Promise<Transport | undefined>;
  /** As `get` knows them. */
  all(): Promise<readonly Transport[]>;
  close(): void;
}

/** What the settings give, by name. */
export type BuiltInUnits = ReadonlyMap<string, readonly TransportUnit[]>;

/** Null: the kind is unknown or the options are not its own. @throws when a row's units cannot be made */
export type CreateUnits = (
  row: Pick<TransportRow, 'name' | 'kind' | 'options' | 'secret'>,
) => readonly TransportUnit[] | null;

/** How long a change by an operator takes to reach all workers. */
const cacheMs = 10_000;

export function createTransportCatalogue(options: {
  readonly pool: Pool;
  readonly secretBox: SecretBox;
  readonly builtIn: BuiltInUnits;
  readonly createUnits: CreateUnits;
  readonly clock: Clock;
  readonly log: Logger;
}): TransportCatalogue {
  const { pool, builtIn, clock, log } = options;
  const cache = createTtlCache<'all', ReadonlyMap<string, Transport>>({
    entriesMax: 1,
    ttlMs: cacheMs,
    clock,
  });
  /** By everything that is in the row: an unchanged transport keeps its clients and connections. */
  let made = new Map<string, Transport>();
  let last: ReadonlyMap<string, Transport> = new Map(
    [...builtIn].map(([name, units]) => [name, { name, units, fallback: null, problem: null }]),
  );

  const load = async (): Promise<ReadonlyMap<string, Transport>> => {
    try {
      const rows = await findTransports(pool);
      const kept = new Map(rows.map((row) => [JSON.stringify(row), row] as const));
      const next = new Map([...kept].map(([key, row]) => [key, made.get(key) ?? transportOf(options, row)]));
      for (const [key, transport] of made) if (!next.has(key)) closeUnits(transport, builtIn);
      made = next;
      last = new Map([
        ...[...builtIn].map(
          ([name, units]) => [name, { name, units, fallback: null, problem: null }] as const,
        ),
        ...[...next.values()].map((transport) => [transport.name, transport] as const),
      ]);
    } catch (error) {
      log.warn({ err: error }, 'transports could not be read: the known ones stay in effect');
    }
    return last;
  };

  return {
    get: async (name) => (await cache.fetch('all', load)).get(name),
    all: async () => [...(await cache.fetch('all', load)).values()],
    close: () => {
      for (const transport of last.values()) for (const unit of transport.units) unit.close();
    },
  };
}

function transportOf(
  { secretBox, builtIn, createUnits, log }: Parameters<typeof createTransportCatalogue>[0],
  row: TransportRow,
): Transport {
  const { name, fallback } = row;
  const without = (problem: string): Transport => ({ name, fallback, units: [], problem });
  if (row.is_disabled) return without('it is disabled');
  // A row of a built-in transport only gives it a fallback, or disables it.
  if (isBuiltInTransport(name)) {
    const units = builtIn.get(name);
    return units
      ? { name, fallback, units, problem: null }
      : without('the settings of this worker do not give it');
  }
  try {
    const secret = row.secret === null ? null : secretBox.open(row.secret, name);
    const units = createUnits({ ...row, secret });
    return units ? { name, fallback, units, problem: null } : without('its options cannot be read');
  } catch (error) {
    log.error({ err: error, transport: name }, 'a transport cannot be used');
    return without('its secret does not open, or its options cannot be used');
  }
}

/** Deliveries may hold sessions of it for a while: what they meet is a failure like any other. */
function closeUnits({ name, units }: Transport, builtIn: BuiltInUnits): void {
  if (builtIn.get(name) !== units) for (const unit of units) unit.close();
}

interface TransportRow {
  readonly name: string;
  readonly kind: string;
  readonly options: unknown;
  /** Sealed, bound to the name. */
  readonly secret: string | null;
  readonly fallback: string | null;
  readonly is_disabled: boolean;
}

/** There are a handful; the bound is against a table that was filled by mistake. */
const rowsMax = 1_000;

async function findTransports(pool: Pool): Promise<readonly TransportRow[]> {
  const { rows } = await pool.query<TransportRow>({
    name: 'transports.find-transports',
    text: `SELECT name, kind, options, secret, fallback, disabled_at IS NOT NULL AS is_disabled
           FROM transports ORDER BY name LIMIT ${rowsMax}`,
    values: [],
  });
  return rows;
}
