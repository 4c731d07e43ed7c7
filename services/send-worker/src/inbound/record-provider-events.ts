import type { Pool } from '@postrider/db';
import {
  readProviderTag,
  type RecipientReference,
  type ReturnPathReference,
  type ReturnPathTokens,
} from '@postrider/mail';
import type { ProviderEvent, ProviderName } from '@postrider/providers';
import { factOfReport, isNamed } from './fact-of-report';
import {
  TryAgainLater,
  UnreadableMail,
  type InboundFinding,
  type InboundHandler,
  type InboundHandlerOptions,
} from './inbound-handler';
import {
  readRecipientsOf,
  readReferencedRecipients,
  type KnownRecipient,
} from './known-recipients.repository';
import type { readNotificationInThread } from './notification.task';
import { recordFacts, resultByType } from './record-facts';
import type { ReportedFact } from './reported-facts.repository';

interface PreparedEvents {
  readonly facts: readonly ReportedFact[];
  /** What the notification is found to be when nothing is recorded of it. */
  readonly fallback: InboundFinding;
}

/** As with reports by mail: a recipient bounces, is delivered, complains once, by whatever report. */
const once = 'reported';

/**
 * Events of a provider are authentic when they are here. The token that travelled with the mail says which recipient one is about, as the return
 * path does for a report; without one that we have signed, the recipient is unknown.
 */
export function createProviderEventsHandler(
  options: InboundHandlerOptions,
  { source, returnPaths }: { readonly source: ProviderName; readonly returnPaths: ReturnPathTokens },
): InboundHandler<PreparedEvents> {
  const { pool, threads, publisher, readMs } = options;
  const read = threads.work<typeof readNotificationInThread>({
    file: require.resolve('./notification.task'),
    name: 'readNotificationInThread',
    timeLimitMs: readMs,
  });
  return {
    prepare: async ({ mail }) => {
      const events = await read({ source, raw: mail.raw }, { organizationId: mail.chargedTo });
      if (events === null) throw new UnreadableMail(`it is no notification of ${source}`);
      const referenced = events.flatMap((event) => {
        const reference = event.tag === null ? null : readProviderTag(returnPaths, event.tag);
        return reference === null || event.fact.kind === 'other' ? [] : [{ event, reference }];
      });
      if (referenced.length === 0) return { facts: [], fallback: withoutReference(events) };
      const known = await findRecipients(pool, referenced);
      // The answer to us is recorded first.
      if (known.some(({ recipient }) => recipient.isInDelivery) && !mail.isLastAttempt) {
        throw new TryAgainLater('the message is being delivered');
      }
      return prepareFacts(known, mail.receivedAt);
    },
    record: (client, _work, { facts, fallback }) =>
      recordFacts(client, facts, { publisher, result: resultOfFacts(facts), fallback }),
  };
}

function withoutReference(events: readonly ProviderEvent[]): InboundFinding {
  return events.some(({ fact }) => fact.kind !== 'other') ? 'unknown_recipient' : 'ignored';
}

interface ReferencedEvent {
  readonly event: ProviderEvent;
  readonly reference: ReturnPathReference;
}

interface KnownEvent {
  readonly event: ProviderEvent;
  readonly recipient: KnownRecipient;
}

/** A token of a whole message names its one recipient; of several, those that a report names. */
async function findRecipients(
  pool: Pool,
  referenced: readonly ReferencedEvent[],
): Promise<readonly KnownEvent[]> {
  const named = new Map<string, RecipientReference>();
  const wholes = new Map<string, readonly KnownRecipient[]>();
  for (const { messageId, ordinal } of referenced.map(({ reference }) => reference)) {
    if (ordinal !== null) named.set(nameOf({ messageId, ordinal }), { messageId, ordinal });
    else if (!wholes.has(messageId)) wholes.set(messageId, await readRecipientsOf(pool, messageId));
  }
  const known = await readReferencedRecipients(pool, [...named.values()]);
  const byName = new Map(known.map((recipient) => [nameOf(recipient), recipient]));
  return referenced.flatMap(({ event, reference: { messageId, ordinal } }): KnownEvent[] => {
    if (ordinal !== null) {
      const recipient = byName.get(nameOf({ messageId, ordinal }));
      return recipient ? [{ event, recipient }] : [];
    }
    const { fact } = event;
    const all = wholes.get(messageId) ?? [];
    return all
      .filter((recipient) => all.length === 1 || (fact.kind === 'report' && isNamed(fact.report, recipient)))
      .map((recipient) => ({ event, recipient }));
  });
}

function prepareFacts(known: readonly KnownEvent[], receivedAt: Date): PreparedEvents {
  const live = known.filter(({ recipient }) => recipient.isLive);
  if (live.length === 0) {
    return { facts: [], fallback: known.length === 0 ? 'unknown_recipient' : 'test_mode' };
  }
  const facts = live.flatMap(({ event, recipient }) => factOf(event, recipient, receivedAt) ?? []);
  return { facts, fallback: facts.length === 0 ? 'other_recipient' : 'no_change' };
}

function factOf(event: ProviderEvent, recipient: KnownRecipient, receivedAt: Date): ReportedFact | null {
  const { fact } = event;
  // A provider's clock may be ahead; nothing happens after it was reported.
  const at = event.at !== null && event.at < receivedAt ? event.at : receivedAt;
  const plain = {
    recipient: { messageId: recipient.messageId, ordinal: recipient.ordinal },
    ...{ identity: once, at, bounceType: null, failureClass: null, detail: null },
    ...{ blocked: false, suppression: null },
  };
  switch (fact.kind) {
    case 'report': {
      const found = factOfReport(fact.report, { recipient, at });
      const isBlock = found?.failureClass === 'block' || found?.failureClass === 'rate';
      return found && { ...found, blocked: isBlock };
    }
    case 'complaint':
      return { ...plain, type: 'complained', detail: fact.detail, suppression: 'complaint' };
    case 'rejected':
      return { ...plain, type: 'rejected', failureClass: 'content', detail: fact.detail };
    case 'accepted':
      return { ...plain, type: 'sent' };
    case 'other':
      return null;
  }
}

function nameOf({ messageId, ordinal }: RecipientReference): string {
  return `${messageId} ${ordinal}`;
}

/** What all are, or that they differ. */
function resultOfFacts(facts: readonly ReportedFact[]): InboundFinding {
  const [result, ...others] = new Set(facts.map(({ type }) => resultByType[type]));
  return result !== undefined && others.length === 0 ? result : 'events';
}
