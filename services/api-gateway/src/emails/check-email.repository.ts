import type { Pool } from '@postrider/db';

/** What is added to emails of a domain, and what its last check saw. */
export interface SendingFacts {
  readonly senderName: string;
  readonly postalAddress: string | null;
  readonly generatesText: boolean;
  readonly trackingLabel: string;
  readonly trackingVerified: boolean;
  readonly records: readonly { readonly record: string; readonly status: string }[];
}

export type FindSendingFacts = (organizationId: string, domainId: string) => Promise<SendingFacts | null>;

export function createFindSendingFacts(pool: Pool): FindSendingFacts {
  return async (organizationId, domainId) => {
    const { rows } = await pool.query<SendingFacts>({
      name: 'emails.find-sending-facts',
      text: `SELECT o.name AS "senderName", o.postal_address AS "postalAddress", o.generate_text AS "generatesText",
               d.tracking_label AS "trackingLabel", d.tracking_verified AS "trackingVerified",
               (SELECT coalesce(jsonb_agg(jsonb_build_object('record', r->'record', 'status', r->'status')), '[]')
                  FROM jsonb_array_elements(d.records) r WHERE (r->>'required')::boolean) AS records
             FROM organizations o JOIN domains d ON d.id = $2 AND d.organization_id = o.id
             WHERE o.id = $1`,
      values: [organizationId, domainId],
    });
    return rows[0] ?? null;
  };
}
