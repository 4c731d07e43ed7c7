import { isDeepStrictEqual } from 'node:util';
import type {
  BroadcastAbTest,
  BroadcastContent,
  BroadcastLocalTime,
  BroadcastTemplate,
} from '@postrider/audiences';
import type { BroadcastObstacle, BroadcastUtm } from '@postrider/contracts/broadcasts';
import type { EmailDocument } from '@postrider/contracts/email-documents';
import type { BroadcastStatus } from '@postrider/contracts/statuses';

/** Outcomes of the messages of one variant; 0 where there is no A/B test. */
export interface CounterRow {
  readonly variant: number;
  readonly sent: number;
  readonly delivered: number;
  readonly bouncedHard: number;
  readonly bouncedSoft: number;
  readonly complained: number;
  readonly opened: number;
  readonly clicked: number;
  readonly unsubscribed: number;
  readonly failed: number;
}

/** What a worker's turn ended with. */
export interface StoredWaiting {
  readonly obstacle: BroadcastObstacle;
  readonly detail: string;
  /** ISO 8601 */
  readonly since: string;
  readonly until: string | null;
}

/** Without bodies and variants, which may be megabytes each. */
export interface BroadcastSummaryRow {
  readonly id: string;
  readonly organizationId: string;
  readonly name: string;
  readonly segmentId: string;
  readonly topicId: string;
  readonly topic: string;
  readonly domainId: string;
  readonly fromHeader: string;
  readonly fromAddress: string;
  readonly replyTo: string | null;
  readonly subject: string | null;
  readonly previewText: string | null;
  readonly template: BroadcastTemplate | null;
  readonly hasTest: boolean;
  readonly testedAt: Date | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly inArchive: boolean;
  readonly status: BroadcastStatus;
  readonly audience: 'segment' | 'not_opened';
  readonly parentId: string | null;
  readonly scheduledAt: Date | null;
  readonly startedAt: Date | null;
  readonly decideAt: Date | null;
  readonly winner: number | null;
  readonly waitingFor: string | null;
  readonly waiting: StoredWaiting | null;
  readonly heldAt: Date | null;
  /** When it had its last turn, or when it has the next. */
  readonly turnAt: Date | null;
  readonly recipients: number;
  readonly submitted: number;
  readonly suppressed: number;
  readonly unsubscribed: number;
  readonly overQuota: number;
  readonly invalid: number;
  /** Of those who had an email: it was canceled before any of it was sent. */
  readonly canceled: number;
  readonly finishedAt: Date | null;
  readonly canceledAt: Date | null;
  readonly pausedAt: Date | null;
  readonly localTime: BroadcastLocalTime | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** At most one a variant. */
  readonly counters: readonly CounterRow[];
}

export interface BroadcastRow extends BroadcastSummaryRow, BroadcastContent {
  readonly abTest: BroadcastAbTest | null;
  readonly document: EmailDocument | null;
  readonly utm: BroadcastUtm | null;
}

/** What its owner says about it. */
export interface BroadcastFields extends BroadcastContent {
  readonly name: string;
  readonly segmentId: string;
  readonly topicId: string;
  readonly domainId: string;
  readonly fromHeader: string;
  readonly fromAddress: string;
  readonly replyTo: string | null;
  /** What the content was rendered from. */
  readonly document: EmailDocument | null;
  readonly utm: BroadcastUtm | null;
  readonly trackOpens: boolean;
  readonly trackClicks: boolean;
  readonly inArchive: boolean;
}

/** Of broadcasts `c`. Two looks at primary keys: counts are kept, never counted. */
export const summaryColumns = `c.id, c.organization_id AS "organizationId", c.name, c.segment_id AS "segmentId",
  c.topic_id AS "topicId", (SELECT t.slug FROM topics t WHERE t.id = c.topic_id) AS topic, c.domain_id AS "domainId",
  c.from_header AS "fromHeader", c.from_address AS "fromAddress", c.reply_to AS "replyTo", c.subject,
  c.preview_text AS "previewText", c.template, c.ab_test IS NOT NULL AS "hasTest", c.tested_at AS "testedAt", c.track_opens AS "trackOpens",
  c.track_clicks AS "trackClicks", c.in_archive AS "inArchive", c.status, c.audience, c.parent_id AS "parentId", c.scheduled_at AS "scheduledAt",
  c.started_at AS "startedAt", c.decide_at AS "decideAt", c.winner, c.waiting_for AS "waitingFor", c.waiting,
  c.held_at AS "heldAt", c.turn_at AS "turnAt", c.recipients,
  c.submitted, c.suppressed, c.unsubscribed, c.over_quota AS "overQuota", c.invalid, c.canceled, c.finished_at AS "finishedAt",
  c.canceled_at AS "canceledAt", c.paused_at AS "pausedAt", c.local_time AS "localTime", c.created_at AS "createdAt", c.updated_at AS "updatedAt",
  coalesce((SELECT json_agg(json_build_object('variant', k.variant, 'sent', k.sent, 'delivered', k.delivered,
      'bouncedHard', k.bounced_hard, 'bouncedSoft', k.bounced_soft, 'complained', k.complained, 'opened', k.opened,
      'clicked', k.clicked, 'unsubscribed', k.unsubscribed, 'failed', k.failed) ORDER BY k.variant)
    FROM broadcast_counters k WHERE k.broadcast_id = c.id), '[]') AS counters`;

export const rowColumns = `${summaryColumns}, c.document, c.html, c.text, c.ab_test AS "abTest", c.utm`;

/** Columns of what its owner says, in the order of `fieldValues`. */
export const fieldColumns = [
  'name',
  'segment_id',
  'topic_id',
  'domain_id',
  'from_header',
  'from_address',
  'reply_to',
  'subject',
  'preview_text',
  'document',
  'html',
  'text',
  'template',
  'ab_test',
  'template_ids',
  'track_opens',
  'track_clicks',
  'utm',
  'in_archive',
] as const;

export function fieldValues(fields: BroadcastFields): unknown[] {
  const { name, segmentId, topicId, domainId, fromHeader, fromAddress, replyTo } = fields;
  const { subject, previewText, document, html, text, template, abTest, trackOpens, trackClicks } = fields;
  return [
    ...[name, segmentId, topicId, domainId, fromHeader, fromAddress, replyTo],
    ...[subject, previewText, jsonOf(document), html, text, jsonOf(template), jsonOf(abTest), idsOf(fields)],
    ...[trackOpens, trackClicks, jsonOf(fields.utm), fields.inArchive],
  ];
}

/** Of its templates. */
function idsOf({ template, abTest }: BroadcastContent): string[] {
  const named = [template, ...(abTest?.variants ?? []).map((variant) => variant.template ?? null)];
  return [...new Set(named.flatMap((one) => (one === null ? [] : [one.id])))];
}

function jsonOf(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}

type Said = BroadcastContent & Pick<BroadcastFields, 'utm'>;

/** Whether recipients would get the same mail. */
export function isSameContent(one: Said, other: Said): boolean {
  const said = ({ subject, previewText, html, text, template, abTest, utm }: Said) => ({
    ...{ subject, previewText, html, text, template, utm },
    variants: abTest?.variants ?? null,
  });
  return isDeepStrictEqual(said(one), said(other));
}
