import { AppError, invalidField } from '@postrider/contracts/errors';
import type { PoolClient } from '@postrider/db';

const automationsMax = 100;
/** Each event of the name begins a run of each, and its transaction is shared with others. */
const ofOneEventMax = 10;

/** Its automations are counted one at a time, and a removal of a domain holds it, too. */
export async function lockOrganization(client: PoolClient, organizationId: string): Promise<void> {
  await client.query({
    name: 'automations.lock-organization',
    text: `SELECT 1 FROM organizations WHERE id = $1 FOR NO KEY UPDATE`,
    values: [organizationId],
  });
}

/** @throws AppError `plan_limit` */
export async function requireRoom(client: PoolClient, organizationId: string): Promise<void> {
  const { rows } = await client.query<{ count: number }>({
    name: 'automations.count',
    text: `SELECT count(*)::int AS count FROM automations WHERE organization_id = $1 AND deleted_at IS NULL`,
    values: [organizationId],
  });
  if ((rows[0]?.count ?? 0) >= automationsMax) {
    throw new AppError(
      'plan_limit',
      `An organization can have at most ${automationsMax} automations. Delete one.`,
    );
  }
}

/** @throws AppError `validation_error` */
export async function requireRoomAt(
  client: PoolClient,
  organizationId: string,
  { event, segment }: { readonly event: string; readonly segment?: string | undefined },
): Promise<void> {
  const { rows } = await client.query({
    name: 'automations.find-of-event',
    text: `SELECT 1 FROM automations
      WHERE organization_id = $1 AND trigger_event = $2 AND trigger_segment_id IS NOT DISTINCT FROM $3
        AND deleted_at IS NULL LIMIT ${ofOneEventMax}`,
    values: [organizationId, event, segment ?? null],
  });
  if (rows.length < ofOneEventMax) return;
  throw invalidField('trigger.event', `at most ${ofOneEventMax} automations can have this trigger`);
}

/** Domains and topics that are being removed are either seen no more, or wait for us. */
export async function holdReferences(
  client: PoolClient,
  organizationId: string,
  { domainIds, topics }: { readonly domainIds: readonly string[]; readonly topics: readonly string[] },
): Promise<void> {
  const { rows: domains } = await client.query({
    name: 'automations.find-domains',
    text: `SELECT 1 FROM domains WHERE organization_id = $1 AND id = ANY($2::uuid[])`,
    values: [organizationId, domainIds],
  });
  if (domains.length < domainIds.length) throw new AppError('unknown_domain');
  const { rows: known } = await client.query<{ slug: string }>({
    name: 'automations.hold-topics',
    text: `SELECT slug FROM topics WHERE organization_id = $1 AND slug = ANY($2::text[]) ORDER BY id FOR KEY SHARE`,
    values: [organizationId, topics],
  });
  const unknown = topics.filter((topic) => !known.some(({ slug }) => slug === topic));
  if (unknown.length > 0)
    throw new AppError('unknown_topic', `There is no topic with the slug ${unknown.join(', ')}.`);
}
