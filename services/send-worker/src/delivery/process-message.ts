import { lanes } from '@postrider/contracts';
import type { Pool } from '@postrider/db';
import { inSpan, maskAddress, maskText, type Clock, type Logger, type Metrics } from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { MessagesInHand } from './messages-in-hand';
import { loadBodyStart } from './content.repository';
import type { DeliverMessage, DeliverySummary } from './deliver-message';
import type { RecipientOutcome } from '../outcomes/message-outcome';
import type { OutcomeRecorder } from '../outcomes/outcome-recorder';
import { simulate, simulatesClick } from './simulate';
import type { DelayedJobs } from '../schedule/delayed-jobs';

/** Processes one claimed message until its delivery pass is over. Never rejects. */
export type ProcessMessage = (message: ClaimedMessage) => Promise<void>;

interface Options {
  readonly pool: Pool;
  readonly deliver: DeliverMessage;
  readonly recorder: OutcomeRecorder;
  /** It counts messages here. */
  readonly inHand: MessagesInHand;
  readonly delayedJobs: DelayedJobs;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Delivers or simulates a claimed message, plans its next delivery pass, and logs one line. */
export function createProcessMessage(options: Options): ProcessMessage {
  const { pool, deliver, recorder, inHand, delayedJobs, clock, log } = options;
  const gauges = createMeasures(options.metrics);

  const simulated = async (message: ClaimedMessage): Promise<DeliverySummary> => {
    const body = simulatesClick(message) ? await loadBodyStart(pool, message) : undefined;
    const outcome = simulate(message, { at: clock.now(), body });
    await recorder.record(outcome);
    return { outcomes: outcome.recipients, dueAt: null, waitedMs: 0 };
  };

  return async (message) => {
    const startedMs = performance.now();
    gauges.begin(message, clock.now());
    inHand.add(message);
    try {
      const attributes = { message_id: message.id, lane: message.lane, pass: message.pass };
      const summary = await inSpan('send message', attributes, () =>
        message.mode === 'test' ? simulated(message) : deliver(message),
      );
      if (summary.dueAt) delayedJobs.plan(message, summary.dueAt);
      const outcome = outcomeName(summary);
      const durationMs = performance.now() - startedMs;
      gauges.end(message, { outcome, durationMs, waitedMs: summary.waitedMs, recipients: summary.outcomes });
      log.info(
        {
          message_id: message.id,
          organization_id: message.organizationId,
          lane: message.lane,
          pass: message.pass,
          outcome,
          recipients: summary.outcomes.length,
          results: summary.outcomes.slice(0, loggedRecipientsMax).map(loggedOutcome),
          duration_ms: Math.round(durationMs),
          ...(summary.waitedMs >= 1 && { waited_ms: Math.round(summary.waitedMs) }),
        },
        'message processed',
      );
    } catch (error) {
      // Its lease expires, and the sweep decides: queued again, or unconfirmed if a body may have left.
      log.error({ err: error, message_id: message.id }, 'a message could not be processed');
      const durationMs = performance.now() - startedMs;
      gauges.end(message, { outcome: 'error', durationMs, waitedMs: 0, recipients: [] });
    } finally {
      inHand.remove(message);
    }
  };
}

/** So that a line stays readable; the API shows all recipients. */
const loggedRecipientsMax = 10;
const loggedReplyCharsMax = 200;

/** The outcome of one recipient, with the address masked. */
function loggedOutcome({ address, status, detail, attempt }: RecipientOutcome) {
  const reply = attempt?.reply ?? detail;
  return {
    to: maskAddress(address),
    status,
    ...(attempt?.replyCode && { code: attempt.replyCode }),
    ...(reply && { reply: maskText(reply).slice(0, loggedReplyCharsMax) }),
  };
}

/** One word for a message: the outcome of its recipients when they agree. */
function outcomeName({ outcomes, dueAt }: DeliverySummary): string {
  if (dueAt) return outcomes.length === 0 ? 'postponed' : 'deferred';
  const [first, ...others] = outcomes;
  if (first === undefined) return 'nothing';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

interface Measures {
  begin(message: ClaimedMessage, now: Date): void;
  end(
    message: ClaimedMessage,
    end: { outcome: string; durationMs: number; waitedMs: number; recipients: readonly RecipientOutcome[] },
  ): void;
}

function createMeasures(metrics: Metrics): Measures {
  let inHand = 0;
  const recipients = metrics.counter('send_recipients', 'Recipients processed, by lane and status.', {
    lane: lanes,
    status: ['queued', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed'],
  });
  const duration = metrics.histogram(
    'send_duration_seconds',
    'From claim to record, without waits for what a site takes, by lane and outcome.',
    { labels: { lane: lanes, outcome: ['delivered', 'deferred'] } },
  );
  const waits = metrics.histogram(
    'send_site_wait_seconds',
    'For how long messages waited for what their site takes at a time, of those that did, by lane.',
    { labels: { lane: lanes } },
  );
  const age = metrics.histogram('send_queue_age_seconds', 'From due to claimed, by lane.', {
    labels: { lane: lanes },
  });
  metrics.gauge('send_in_hand', 'Messages that this process has claimed and not finished.', () => inHand);
  return {
    begin: ({ lane, dueAt }, now) => {
      inHand += 1;
      age.record(Math.max(0, now.getTime() - dueAt.getTime()) / 1_000, { lane });
    },
    end: ({ lane }, { outcome, durationMs, waitedMs, recipients: outcomes }) => {
      inHand -= 1;
      duration.record((durationMs - waitedMs) / 1_000, { lane, outcome });
      if (waitedMs >= 1) waits.record(waitedMs / 1_000, { lane });
      for (const { status } of outcomes) recipients.add(1, { lane, status });
    },
  };
}
