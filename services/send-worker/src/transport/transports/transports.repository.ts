import type { Pool } from '@postrider/db';

export interface TransportRow {
  readonly name: string;
  readonly kind: string;
  readonly options: unknown;
  /** Sealed, bound to the name. */
  readonly secret: string | null;
  readonly fallback: string | null;
  readonly is_disabled: boolean;
}

/** There are a handful; the bound is against a table that somebody filled by mistake. */
const rowsMax = 1_000;

export async function findTransports(pool: Pool): Promise<readonly TransportRow[]> {
  const { rows } = await pool.query<TransportRow>({
    name: 'transports.find-transports',
    text: `SELECT name, kind, options, secret, fallback, disabled_at IS NOT NULL AS is_disabled
           FROM transports ORDER BY name LIMIT ${rowsMax}`,
    values: [],
  });
  return rows;
}
