import assert from 'node:assert';
import { createHash } from 'node:crypto';
import type { AuditVerb } from '@postrider/contracts/audit';
import { insertAuditEntry, type PoolClient } from '@postrider/db';
import type { Author } from '../audit/record-audit-entry';
import type { BroadcastRow } from './broadcast-row';

/** @param change the entry has `noted` beside the broadcast after the change */
export async function recordBroadcastChange(
  client: PoolClient,
  change: {
    readonly action: AuditVerb<'broadcast'>;
    readonly before: BroadcastRow | null;
    readonly after: BroadcastRow | null;
    readonly noted?: Readonly<Record<string, unknown>> | undefined;
  },
  author: Author,
): Promise<void> {
  const { action, before, after, noted } = change;
  const row = after ?? before;
  assert(row !== null, 'a change has a row before or after it');
  await insertAuditEntry(client, {
    organizationId: row.organizationId,
    ...author,
    action: `broadcast.${action}`,
    target: { type: 'broadcast', id: row.id },
    ...(before && { before: describe(before) }),
    ...(after && { after: { ...describe(after), ...noted } }),
  });
}

/** Bodies and variants by their digest: the log is kept for good and tells who changed them, not to what. */
function describe(row: BroadcastRow): Record<string, unknown> {
  return {
    name: row.name,
    status: row.status,
    segment_id: row.segmentId,
    topic: row.topic,
    from: row.fromHeader,
    reply_to: row.replyTo,
    subject: row.subject,
    preview_text: row.previewText,
    template: row.template && { slug: row.template.slug, version: row.template.version },
    html_sha256: digest(row.html),
    text_sha256: digest(row.text),
    ab_test_sha256: digest(row.abTest && JSON.stringify(row.abTest)),
    track_opens: row.trackOpens,
    track_clicks: row.trackClicks,
    utm: row.utm,
    in_archive: row.inArchive,
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    local_time: row.localTime,
    paused_at: row.pausedAt?.toISOString() ?? null,
    winner: row.winner,
    parent_id: row.parentId,
  };
}

function digest(body: string | null): string | null {
  return body === null ? null : createHash('sha256').update(body).digest('hex');
}
