import { above, absent, and, atLeast, increase, max, or, rate, ratio, series, sum } from './expression';
import type { PlatformAlertRule } from './platform-alert-rule';

const minute = 60;
const hour = 3_600;

const notAccepted = { result: { matches: 'deferred|unreachable|unconfirmed' } };
const refused = { status: { matches: 'bounced|failed' }, lane: { not: 'test' } };
const live = { lane: { not: 'test' } };
const byPath = ['transport', 'source'];

/** How long mail of a lane may be due. */
export const mailOverdueSeconds = { transactional: 2 * minute, bulk: hour };

/** Rules about mail, webhooks and other work that waits or fails. */
export const mailRules = [
  {
    name: 'PostriderMailOverdue',
    severity: 'critical',
    condition: or(
      above(
        max(series('messages_oldest_due_seconds', { lane: 'transactional' }), 'lane'),
        mailOverdueSeconds.transactional,
      ),
      above(max(series('messages_oldest_due_seconds', { lane: 'bulk' }), 'lane'), mailOverdueSeconds.bulk),
    ),
    forSeconds: 5 * minute,
    assertion: 'Due mail leaves: transactional within 2 minutes, bulk within an hour',
    summary: 'Mail of the lane {lane} has been due for {value:duration}.',
    runbook: 'mail-overdue',
    evaluator: 'any',
  },
  {
    name: 'PostriderQueueDrained',
    severity: 'critical',
    condition: above(max(series('messages_drained_seconds'), 'queue'), 30 * minute),
    forSeconds: 0,
    assertion: 'No queue has been drained for more than half an hour',
    summary: 'The queue {queue} has been drained for {value:duration}.',
    runbook: 'queue-drained',
    evaluator: 'any',
  },
  {
    name: 'PostriderBacklogUnknown',
    severity: 'warning',
    condition: absent('messages_oldest_due_seconds'),
    forSeconds: 10 * minute,
    assertion: 'Waiting work is counted',
    summary: 'No process reports how much email is due.',
    runbook: 'backlog-unknown',
    evaluator: 'any',
  },
  {
    name: 'PostriderUnconfirmed',
    severity: 'warning',
    condition: above(max(series('messages_unconfirmed')), 0),
    forSeconds: 0,
    assertion: 'The outcome of every message is known',
    summary: '{value} messages are unconfirmed: it is unknown whether their recipients got them.',
    runbook: 'unconfirmed',
    evaluator: 'any',
  },
  {
    name: 'PostriderEventsOverdue',
    severity: 'warning',
    condition: above(max(series('events_oldest_waiting_seconds'), 'consumer'), 10 * minute),
    forSeconds: 10 * minute,
    assertion: 'Events are handled within 10 minutes',
    summary: 'An event has been waiting for {consumer} for {value:duration}.',
    runbook: 'events-overdue',
    evaluator: 'any',
  },
  {
    name: 'PostriderWebhooksOverdue',
    severity: 'warning',
    condition: above(
      max(series('webhook_deliveries_oldest_due_seconds', { endpoint: 'answering' })),
      10 * minute,
    ),
    forSeconds: 10 * minute,
    assertion: 'Endpoints that answer get their webhooks within 10 minutes',
    summary: 'A webhook delivery to an endpoint that answers has been due for {value:duration}.',
    runbook: 'webhooks-overdue',
    evaluator: 'any',
  },
  {
    name: 'PostriderNoMailLeaves',
    severity: 'critical',
    condition: and(
      above(
        ratio(
          sum(rate('send_attempts_total', 10 * minute, notAccepted), ...byPath),
          sum(rate('send_attempts_total', 10 * minute), ...byPath),
        ),
        0.95,
      ),
      or(
        above(sum(increase('send_attempts_total', 10 * minute, notAccepted), ...byPath), 50),
        atLeast(max(series('send_sites_unreachable'), ...byPath), 3),
      ),
    ),
    forSeconds: 5 * minute,
    assertion: 'Mail leaves by every transport and source address',
    summary: '{value:share} of the attempts by the transport {transport} fail (source address: {source}).',
    runbook: 'no-mail-leaves',
    evaluator: 'any',
  },
  {
    name: 'PostriderMailDeferred',
    severity: 'warning',
    condition: and(
      above(
        ratio(
          sum(rate('send_recipients_total', 10 * minute, { ...live, status: 'queued' })),
          sum(rate('send_recipients_total', 10 * minute, live)),
        ),
        0.5,
      ),
      above(sum(increase('send_recipients_total', 10 * minute, { ...live, status: 'queued' })), 50),
    ),
    forSeconds: 5 * minute,
    assertion: 'Most mail is not deferred',
    summary: '{value:share} of the recipients whose mail was tried in ten minutes were deferred.',
    runbook: 'mail-deferred',
    evaluator: 'any',
  },
  {
    name: 'PostriderOnlyTransportOut',
    severity: 'critical',
    condition: above(max(series('send_transports_out', { fallback: 'none' }), 'transport'), 0),
    forSeconds: 2 * minute,
    assertion: 'Every transport is up or has a fallback',
    summary: 'The transport {transport} is down and has no fallback.',
    runbook: 'only-transport-out',
    evaluator: 'any',
  },
  {
    name: 'PostriderTransportOut',
    severity: 'warning',
    condition: above(
      max(series('send_transports_out', { fallback: { not: 'none' } }), 'transport', 'fallback'),
      0,
    ),
    forSeconds: 5 * minute,
    assertion: 'No transport is replaced by its fallback',
    summary: 'The transport {transport} is down. Its fallback is {fallback}.',
    runbook: 'transport-out',
    evaluator: 'any',
  },
  {
    name: 'PostriderBlocklisted',
    severity: 'warning',
    condition: above(max(series('send_sources_blocklisted'), 'list'), 0),
    forSeconds: 0,
    assertion: 'No source address is on a blocklist',
    summary: 'The blocklist {list} lists source addresses of this installation: {value}.',
    runbook: 'blocklisted',
    evaluator: 'any',
    isOptional: true,
  },
  {
    name: 'PostriderInboundOverdue',
    severity: 'warning',
    condition: above(max(series('inbound_oldest_seconds')), 10 * minute),
    forSeconds: 10 * minute,
    assertion: 'Inbound mail is processed within 10 minutes',
    summary: 'Inbound mail has been waiting for {value:duration}.',
    runbook: 'inbound-overdue',
    evaluator: 'any',
  },
  {
    name: 'PostriderDeliveryFailing',
    severity: 'critical',
    condition: and(
      above(
        ratio(
          sum(rate('send_recipients_total', 30 * minute, refused)),
          sum(rate('send_recipients_total', 30 * minute, live)),
        ),
        0.2,
      ),
      above(sum(increase('send_recipients_total', 30 * minute, live)), 100),
    ),
    forSeconds: 15 * minute,
    assertion: 'Four recipients in five get their mail',
    summary: '{value:share} of the recipients bounce or fail.',
    runbook: 'delivery-failing',
    evaluator: 'any',
  },
  {
    name: 'PostriderAutomationsOverdue',
    severity: 'warning',
    condition: above(max(series('automation_oldest_due_seconds')), 10 * minute),
    forSeconds: 10 * minute,
    assertion: 'Automation steps run within 10 minutes',
    summary: 'Automation steps have been due for {value:duration}.',
    runbook: 'automations-overdue',
    evaluator: 'any',
  },
  {
    name: 'PostriderBroadcastFails',
    severity: 'warning',
    condition: above(sum(increase('broadcast_failures_total', hour)), 3),
    forSeconds: 0,
    assertion: 'Broadcasts are processed without errors',
    summary: 'The processing of a broadcast fails.',
    runbook: 'broadcast-fails',
    evaluator: 'any',
  },
  {
    name: 'PostriderRestored',
    severity: 'critical',
    condition: above(max(series('restored_held'), 'kind'), 0),
    forSeconds: 0,
    assertion: 'Nothing is held after restoring a backup',
    summary: '{value} {kind} are held after restoring a backup.',
    runbook: 'restored',
    evaluator: 'any',
  },
] as const satisfies readonly PlatformAlertRule[];
