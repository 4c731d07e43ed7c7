import { anyFormOf, type Queryable } from '@postrider/db';

/** One who would get bulk mail: of a domain, and about a topic where the mail has one. */
export interface BulkRecipient {
  readonly organizationId: string;
  /** `normaliseAddress` form. */
  readonly emailKey: string;
  readonly domainId: string;
  readonly topicId: string | null;
}

/** Why an address gets no bulk mail: something stops mail to the address, or the person does not want it. */
export type IneligibleReason = 'suppressed' | 'unsubscribed';

/**
 * $1 to $4 organizations, addresses, domains and topics, in the order of the recipients. Three look-ups by key for each of them,
 * so a page costs what its recipients cost, however many contacts or entries there are.
 *
 * Mail about a topic goes to contacts alone: a person whose contact was deleted meanwhile asked to be forgotten, or the sender
 * did, and has no subscription any more. Mail without one needs no contact (`bulk.*` by API), but heeds it.
 */
const findIneligibleSql = `
SELECT CASE
  WHEN entry.stops_all OR c.status IN ('BOUNCED', 'COMPLAINED') THEN 'suppressed'
  WHEN entry.stops_bulk OR c.status = 'UNSUBSCRIBED' THEN 'unsubscribed'
  WHEN r.topic_id IS NOT NULL AND (c.id IS NULL
    OR coalesce(s.state, CASE WHEN t.default_opt_in THEN 'SUBSCRIBED' END) IS DISTINCT FROM 'SUBSCRIBED')
    THEN 'unsubscribed'
  END AS reason
FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::uuid[]) WITH ORDINALITY
  AS r (organization_id, email_key, domain_id, topic_id, position)
LEFT JOIN contacts c ON c.organization_id = r.organization_id AND c.email_key = r.email_key
LEFT JOIN topics t ON t.id = r.topic_id AND t.organization_id = r.organization_id
LEFT JOIN topic_subscriptions s ON s.contact_id = c.id AND s.topic_id = t.id
LEFT JOIN LATERAL (
  SELECT bool_or(e.reason <> 'unsubscribe') AS stops_all, bool_or(e.reason = 'unsubscribe') AS stops_bulk
  FROM suppressions e
  WHERE e.organization_id = r.organization_id AND e.email = ${anyFormOf('r.organization_id', 'r.email_key')}
    AND (e.domain_id IS NULL OR e.domain_id = r.domain_id)
    AND (e.expires_at IS NULL OR e.expires_at > now())
) entry ON true
ORDER BY r.position`;

/**
 * Who of a page gets no bulk mail now, in one statement; null: may be sent to. In the order of the recipients.
 * Contact's status and entries of suppression hold for all bulk mail, a topic's state for mail about it.
 */
export async function findIneligible(
  db: Queryable,
  recipients: readonly BulkRecipient[],
): Promise<(IneligibleReason | null)[]> {
  if (recipients.length === 0) return [];
  const { rows } = await db.query<{ reason: IneligibleReason | null }>({
    name: 'eligibility.find-ineligible',
    text: findIneligibleSql,
    values: [
      recipients.map(({ organizationId }) => organizationId),
      recipients.map(({ emailKey }) => emailKey),
      recipients.map(({ domainId }) => domainId),
      recipients.map(({ topicId }) => topicId),
    ],
  });
  return rows.map(({ reason }) => reason);
}
