import { lanes } from '@postrider/contracts/statuses';
import {
  maskAddress,
  maskText,
  type Clock,
  type CounterVec,
  type Logger,
  type Metrics,
} from '@postrider/runtime';
import type { ClaimedMessage } from '../claims/claimed-message';
import type { RecipientOutcome } from '../outcomes/message-outcome';

/** What a delivery round came to. */
export interface RoundSummary {
  readonly outcomes: readonly RecipientOutcome[];
  /** When the message is due again; null when it is finished. */
  readonly dueAt: Date | null;
  /** Milliseconds spent waiting for sites that took no more: of the transactions that ran in parallel, the longest chain. */
  readonly waitedMs: number;
}

/** Measures and logs delivery rounds: one line each. */
export interface RoundReports {
  begin(message: ClaimedMessage): RoundReport;
}

interface RoundReport {
  end(summary: RoundSummary): void;
  fail(error: unknown): void;
}

export function createRoundReports({
  clock,
  log,
  metrics,
}: {
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}): RoundReports {
  const gauges = createMeasures(metrics);
  return {
    begin: (message) => {
      const startedMs = performance.now();
      gauges.begin(message, clock.now());
      return {
        end: (summary) => {
          const outcome = outcomeName(summary);
          const durationMs = performance.now() - startedMs;
          const { waitedMs, outcomes } = summary;
          gauges.end(message, { outcome, durationMs, waitedMs, recipients: outcomes });
          log.info(
            {
              message_id: message.id,
              organization_id: message.organizationId,
              lane: message.lane,
              round: message.round,
              outcome,
              recipients: outcomes.length,
              results: outcomes.slice(0, loggedRecipientsMax).map(loggedOutcome),
              duration_ms: Math.round(durationMs),
              ...(waitedMs >= 1 && { waited_ms: Math.round(waitedMs) }),
            },
            'message processed',
          );
        },
        fail: (error) => {
          log.error({ err: error, message_id: message.id }, 'a message could not be processed');
          const durationMs = performance.now() - startedMs;
          gauges.end(message, { outcome: 'error', durationMs, waitedMs: 0, recipients: [] });
        },
      };
    },
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
function outcomeName({ outcomes, dueAt }: RoundSummary): string {
  if (dueAt) return outcomes.length === 0 ? 'postponed' : 'deferred';
  const [first, ...others] = outcomes;
  if (first === undefined) return 'nothing';
  return others.every(({ status }) => status === first.status) ? first.status : 'mixed';
}

/** Also of messages whose worker is gone (recovery/). */
export function countRecipients(metrics: Metrics): CounterVec<'lane' | 'status'> {
  return metrics.counter('send_recipients', 'Recipients processed, by lane and status.', {
    lane: lanes,
    status: ['queued', 'sent', 'delivered', 'bounced', 'failed', 'unconfirmed'],
  });
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
  const recipients = countRecipients(metrics);
  const duration = metrics.histogram(
    'send_duration_seconds',
    'From claim to record, without waits for what a site takes, by lane and outcome.',
    { labels: { lane: lanes, outcome: ['delivered', 'deferred'] } },
  );
  const waits = metrics.histogram(
    'send_site_wait_seconds',
    'Time spent waiting for the limits of a site, of messages that waited, by lane.',
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
