import type {
  BroadcastCounts,
  BroadcastLinkResource,
  BroadcastRecipientResource,
  BroadcastResource,
  BroadcastSeriesResource,
  BroadcastSummary,
} from '@postrider/contracts/broadcasts';
import { waitingOf } from './broadcast-waiting';
import type { BroadcastRow, BroadcastSummaryRow, CounterRow } from './broadcast-row';
import type { RecipientRow } from './broadcast-recipients.repository';
import type { LinkRow, SeriesRow } from './broadcast-report.repository';

export function presentSummary(row: BroadcastSummaryRow): BroadcastSummary {
  const { template } = row;
  const waiting = waitingOf(row);
  return {
    object: 'broadcast',
    id: row.id,
    name: row.name,
    status: row.status,
    phase: row.status === 'scheduled' && row.startedAt !== null ? 'sending' : row.status,
    segment_id: row.segmentId,
    audience: row.audience,
    topic: row.topic,
    from: row.fromHeader,
    reply_to: row.replyTo,
    subject: row.subject,
    preview_text: row.previewText,
    template: template && { id: template.id, slug: template.slug, version: template.version },
    track: { opens: row.trackOpens, clicks: row.trackClicks },
    in_archive: row.inArchive,
    tested_at: row.testedAt?.toISOString() ?? null,
    counts: presentCounts(row),
    winner: row.winner,
    waiting_for: waiting ? (waiting.detail ?? waiting.advice) : row.waitingFor,
    waiting,
    parent_id: row.parentId,
    created_at: row.createdAt.toISOString(),
    scheduled_at: row.scheduledAt?.toISOString() ?? null,
    send_at_local: row.localTime?.time ?? null,
    send_on_local: row.localTime?.date ?? null,
    timezone_property: row.localTime?.property ?? null,
    default_timezone: row.localTime?.timezone ?? null,
    sent_at: row.startedAt?.toISOString() ?? null,
    decide_at: row.decideAt?.toISOString() ?? null,
    finished_at: row.finishedAt?.toISOString() ?? null,
    canceled_at: row.canceledAt?.toISOString() ?? null,
    paused_at: row.pausedAt?.toISOString() ?? null,
  };
}

export function presentBroadcast(row: BroadcastRow): BroadcastResource {
  const { document, html, text, template, abTest } = row;
  return {
    ...presentSummary(row),
    template: template && { ...template },
    document,
    html,
    text,
    utm: row.utm && { ...row.utm },
    ab_test: abTest && {
      variants: abTest.variants.map((variant) => ({ ...variant })),
      percent: abTest.percent,
      wait_minutes: abTest.waitMinutes,
      metric: abTest.metric,
    },
  };
}

function presentCounts(row: BroadcastSummaryRow): BroadcastCounts {
  const { recipients, submitted, suppressed, unsubscribed, overQuota, invalid, canceled, counters } = row;
  const left = recipients - submitted - suppressed - unsubscribed - overQuota - invalid - canceled;
  const isCanceled = row.status === 'canceled';
  return {
    recipients,
    waiting: isCanceled ? 0 : left,
    submitted,
    suppressed,
    unsubscribed,
    over_quota: overQuota,
    invalid,
    canceled: isCanceled ? canceled + left : canceled,
    ...presentEngagement(counters),
    ...(row.hasTest && {
      by_variant: counters.map((counter) => ({ variant: counter.variant, ...presentEngagement([counter]) })),
    }),
  };
}

type Counters = Omit<CounterRow, 'variant'>;

function presentEngagement(counters: readonly Counters[]) {
  const sum = (...names: readonly (keyof Counters)[]): number =>
    counters.reduce((total, counter) => names.reduce((all, name) => all + counter[name], total), 0);
  return {
    sent: sum('sent'),
    delivered: sum('delivered'),
    bounced: sum('bouncedHard', 'bouncedSoft'),
    complained: sum('complained'),
    failed: sum('failed'),
    opened: sum('opened'),
    clicked: sum('clicked'),
    unsubscribed_by_link: sum('unsubscribed'),
  };
}

export function presentRecipient(row: RecipientRow): BroadcastRecipientResource {
  return {
    object: 'broadcast_recipient',
    contact_id: row.id,
    email: row.email,
    outcome: row.outcome,
    detail: row.detail,
    // Before its turn has ended, there may be no message by that id.
    message_id: row.outcome === 'submitted' ? row.messageId : null,
    variant: row.variant,
    opened: row.opened,
    clicked: row.clicked,
  };
}

export function presentLink(
  { url, clicks, uniqueClicks, variants }: LinkRow,
  hasTest: boolean,
): BroadcastLinkResource {
  const byVariant = variants.map((each) => ({
    variant: each.variant,
    clicks: each.clicks,
    unique_clicks: each.uniqueClicks,
  }));
  return {
    object: 'broadcast_link',
    url,
    clicks,
    unique_clicks: uniqueClicks,
    ...(hasTest && { by_variant: byVariant }),
  };
}

export function presentSeries(
  rows: readonly SeriesRow[],
  interval: BroadcastSeriesResource['interval'],
): BroadcastSeriesResource {
  const series = rows.map((row) => ({ time: row.at.toISOString(), ...presentEngagement([row]) }));
  return { object: 'broadcast_series', interval, series };
}
