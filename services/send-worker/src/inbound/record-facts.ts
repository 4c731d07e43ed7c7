import { presentEmailEvent, type PoolClient } from '@postrider/db';
import type { Publisher } from '@postrider/messaging';
import type { InboundResult } from './inbound-handler';
import { recordReportedFacts, type ReportedFact } from './reported-facts.repository';

/** Records facts, and answers what the mail was found to be: `news` when any of them was not known before. */
export async function recordFacts(
  client: PoolClient,
  facts: readonly ReportedFact[],
  options: { readonly publisher: Publisher; readonly news: string; readonly otherwise: string },
): Promise<InboundResult> {
  const events = await recordReportedFacts(client, facts);
  if (events.length === 0) return { result: options.otherwise };
  const messages = events.map(presentEmailEvent);
  return {
    result: options.news,
    // What the broker does not take is found by the consumers' sweeps over email_events.
    afterCommit: () => {
      for (const message of messages) void options.publisher.publishEvent(message);
    },
  };
}
