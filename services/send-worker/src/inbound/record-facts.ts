import { presentEmailEvent, type EmailEventRow, type PoolClient } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import type { InboundFinding, InboundResult } from './inbound-handler';
import { delaysMax, recordReportedFacts, type ReportedFact } from './reported-facts.repository';

/** What a mail is found to be that brought such a fact. */
export const resultByType = {
  sent: 'acceptance',
  bounced: 'bounce',
  delivery_delayed: 'delay',
  delivered: 'delivery',
  complained: 'complaint',
  rejected: 'rejection',
} as const satisfies Record<ReportedFact['type'], InboundFinding>;

/** Records facts. The mail is a `result` if any of them was not known before, else the `fallback`. */
export async function recordFacts(
  client: PoolClient,
  facts: readonly ReportedFact[],
  options: {
    readonly publisher: Publisher;
    readonly result: InboundFinding;
    readonly fallback: InboundFinding;
  },
): Promise<InboundResult> {
  const events: EmailEventRow[] = [];
  for (const wave of inWaves(facts)) events.push(...(await recordReportedFacts(client, wave)));
  if (events.length === 0) return { result: options.fallback };
  const messages = events.map(presentEmailEvent);
  return {
    result: options.result,
    // What the broker does not take is found by the consumers' sweeps over email_events.
    afterCommit: () => {
      for (const message of messages) void options.publisher.publishEvent(message);
    },
  };
}

/** Each recipient at most once in a wave, since a statement changes a row once; oldest facts first, the same fact only once. */
function inWaves(facts: readonly ReportedFact[]): ReportedFact[][] {
  const waves: ReportedFact[][] = [];
  const wavesOf = new Map<string, number>();
  const seen = new Set<string>();
  const delaysOf = new Map<string, number>();
  for (const fact of facts.toSorted((one, other) => one.at.getTime() - other.at.getTime())) {
    const recipient = `${fact.recipient.messageId} ${fact.recipient.ordinal}`;
    const name = `${recipient} ${fact.type} ${fact.identity}`;
    if (seen.has(name)) continue;
    seen.add(name);
    if (fact.type === 'delivery_delayed') {
      const delays = delaysOf.get(recipient) ?? 0;
      // No more are kept: days without end would be a statement each.
      if (delays === delaysMax) continue;
      delaysOf.set(recipient, delays + 1);
    }
    const index = wavesOf.get(recipient) ?? 0;
    wavesOf.set(recipient, index + 1);
    (waves[index] ??= []).push(fact);
  }
  return waves;
}
