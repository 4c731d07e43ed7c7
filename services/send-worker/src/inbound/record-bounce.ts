import type { Pool } from '@postrider/db';
import type { BounceReport, RecipientReference, ReturnedMail } from '@postrider/mail';
import { factOfReport, isNamed } from './fact-of-report';
import {
  TryAgainLater,
  UnreadableMail,
  type InboundFinding,
  type InboundHandler,
  type InboundHandlerOptions,
  type InboundWork,
} from './inbound-handler';
import {
  readRecipientsOf,
  readReferencedRecipients,
  type KnownRecipient,
} from './known-recipients.repository';
import { recordFacts, resultByType } from './record-facts';
import type { readReturnedInThread } from './report.task';
import type { ReportedFact } from './reported-facts.repository';

interface PreparedBounce {
  readonly facts: readonly ReportedFact[];
  /** What the mail is found to be when nothing is recorded of it. */
  readonly fallback: InboundFinding;
}

/** The signed token of a return path says whom a report is about, or which message; what is in the report only says what happened. */
export function createBounceHandler(options: InboundHandlerOptions): InboundHandler<PreparedBounce> {
  const { pool, threads, publisher, readMs } = options;
  const read = threads.work<typeof readReturnedInThread>({
    file: require.resolve('./report.task'),
    name: 'readReturnedInThread',
    timeLimitMs: readMs,
  });
  return {
    prepare: async (work) => {
      const { mail } = work;
      const returned = await read({ raw: mail.raw }, { organizationId: mail.chargedTo });
      return returned.kind === 'bounce_report'
        ? prepareReport(pool, work, returned.report)
        : { facts: [], fallback: resultOf(returned) };
    },
    record: (client, _work, { facts, fallback }) =>
      recordFacts(client, facts, { publisher, result: resultOfFacts(facts), fallback }),
  };
}

function resultOf({ kind }: Exclude<ReturnedMail, { kind: 'bounce_report' }>): InboundFinding {
  if (kind === 'unreadable') throw new UnreadableMail('it is no MIME, or too much of it');
  return kind === 'automatic_reply' ? 'auto-reply' : 'unrecognised';
}

async function prepareReport(
  pool: Pool,
  { mail, recipients }: InboundWork,
  report: BounceReport,
): Promise<PreparedBounce> {
  const known = await findReported(pool, report, recipients);
  // A destination may report before its answer to us is recorded: then that goes first.
  if (known.some(({ isInDelivery }) => isInDelivery) && !mail.isLastAttempt) {
    throw new TryAgainLater('the message is being delivered');
  }
  const facts = known
    .filter(({ isLive }) => isLive)
    .flatMap((recipient) => factOfReport(report, { recipient, at: mail.receivedAt }) ?? []);
  return { facts, fallback: fallbackOf(known, facts) };
}

/**
 * Whom the report may be about. A return path of a whole message names only the message: of several recipients those that
 * the report names by their address, and none where it names none of them.
 */
async function findReported(
  pool: Pool,
  report: BounceReport,
  recipients: InboundWork['recipients'],
): Promise<readonly KnownRecipient[]> {
  const named = new Map<string, RecipientReference>();
  const messages = new Set<string>();
  for (const { reference } of recipients) {
    if (reference === null) continue;
    const { messageId, ordinal } = reference;
    // Each once: a mail may name an address twice.
    if (ordinal === null) messages.add(messageId);
    else named.set(`${messageId} ${ordinal}`, { messageId, ordinal });
  }
  const known = new Map<string, KnownRecipient>();
  const add = (found: KnownRecipient): void => void known.set(`${found.messageId} ${found.ordinal}`, found);
  for (const messageId of messages) {
    const all = await readRecipientsOf(pool, messageId);
    all.filter((recipient) => all.length === 1 || isNamed(report, recipient)).forEach(add);
  }
  for (const recipient of await readReferencedRecipients(pool, [...named.values()])) add(recipient);
  return [...known.values()];
}

function fallbackOf(known: readonly KnownRecipient[], facts: readonly ReportedFact[]): InboundFinding {
  if (known.length === 0) return 'unknown_recipient';
  if (!known.some(({ isLive }) => isLive)) return 'test_mode';
  return facts.length === 0 ? 'other_recipient' : 'no_change';
}

function resultOfFacts([fact]: readonly ReportedFact[]): InboundFinding {
  return fact ? resultByType[fact.type] : 'bounce';
}
