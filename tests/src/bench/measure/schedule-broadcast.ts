import { newId } from '@postrider/contracts/ids';
import type { System } from '../../system/system';

/** To everybody of a segment, now, about a topic that all are subscribed to. @returns its id */
export async function scheduleBroadcast(
  { pool, tenant }: System,
  filter: { readonly all: readonly object[] } = { all: [] },
): Promise<string> {
  const [id, topicId, segmentId] = [newId(), newId(), newId()];
  const { organization, bulkDomain } = tenant;
  await pool.query(
    `WITH topic AS (
       INSERT INTO topics (id, organization_id, slug, name, default_opt_in) VALUES ($2, $4, $7, 'News', true)
     ), segment AS (
       INSERT INTO segments (id, organization_id, name, filter) VALUES ($3, $4, 'Segment', $8)
     )
     INSERT INTO broadcasts (id, organization_id, name, segment_id, topic_id, domain_id, api_key_id, from_header,
       from_address, subject, text, status, scheduled_at)
     VALUES ($1, $4, 'May', $3, $2, $5, $1, $6, $6, 'Hello {{ contact.first_name }}', 'News', 'scheduled', now())`,
    [id, topicId, segmentId, organization.id, bulkDomain.id, `news@${bulkDomain.name}`, topicId, filter],
  );
  return id;
}
