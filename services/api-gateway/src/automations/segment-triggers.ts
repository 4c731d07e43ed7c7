import { AppError, invalidField } from '@postrider/contracts/errors';
import type { PoolClient } from '@postrider/db';

/** Segments of an organization by which automations start: each is looked through again and again. */
const watchedMax = 10;

/** A segment that is being deleted is either seen no more, or waits for us. @throws AppError `validation_error` */
export async function holdSegment(
  client: PoolClient,
  organizationId: string,
  { segment: id }: { readonly segment?: string | undefined },
): Promise<void> {
  if (id === undefined) return;
  const { rowCount } = await client.query({
    name: 'automations.hold-segment',
    text: 'SELECT 1 FROM segments WHERE organization_id = $1 AND id = $2 FOR KEY SHARE',
    values: [organizationId, id],
  });
  if (rowCount === 0) throw invalidField('trigger.segment', `there is no segment ${id}`);
}

interface Started {
  readonly status: 'active' | 'paused';
  readonly segmentId: string | null | undefined;
}

/** After a change of an automation: its segment is watched from when it is active with it. @throws AppError `plan_limit` */
export async function followSegment(
  client: PoolClient,
  organizationId: string,
  { id, before, after }: { readonly id: string; readonly before: Started | null; readonly after: Started },
): Promise<void> {
  const { status, segmentId } = after;
  if (status !== 'active' || !segmentId) return;
  if (before?.status === 'active' && before.segmentId === segmentId) return;
  await watchSegment(client, organizationId, { segmentId, automationId: id });
}

/**
 * Of an automation that becomes active, or has another segment from now on, within its transaction. Who is in the segment now starts
 * nothing; other active automations with it go on as they are.
 * @throws AppError `plan_limit`
 */
async function watchSegment(
  client: PoolClient,
  organizationId: string,
  { segmentId, automationId }: { readonly segmentId: string; readonly automationId: string },
): Promise<void> {
  const { rows } = await client.query<{ isUsed: boolean; others: number }>({
    name: 'automations.count-watched',
    text: `SELECT coalesce(bool_or(trigger_segment_id = $2), false) AS "isUsed",
        count(DISTINCT trigger_segment_id) FILTER (WHERE trigger_segment_id <> $2)::int AS others
      FROM automations
      WHERE organization_id = $1 AND id <> $3 AND trigger_segment_id IS NOT NULL AND status = 'active' AND deleted_at IS NULL`,
    values: [organizationId, segmentId, automationId],
  });
  const { isUsed = false, others = 0 } = rows[0] ?? {};
  if (isUsed) return;
  if (others >= watchedMax) {
    throw new AppError(
      'plan_limit',
      `Triggers of active automations can name at most ${watchedMax} different segments. Pause an automation first.`,
    );
  }
  await client.query({
    name: 'automations.watch-segment',
    text: `INSERT INTO segment_watches (segment_id, organization_id, filter, due_at)
      SELECT id, organization_id, filter, now() FROM segments WHERE organization_id = $1 AND id = $2
      ON CONFLICT (segment_id) DO UPDATE SET is_filling = true, after_id = NULL, work_ms = 0, due_at = now()`,
    values: [organizationId, segmentId],
  });
}
