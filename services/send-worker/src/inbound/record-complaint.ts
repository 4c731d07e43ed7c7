import type { Pool } from '@postrider/db';
import {
  normaliseAddress,
  readInboundAddress,
  type ComplaintReport,
  type FeedbackTokens,
  type ReturnPathTokens,
} from '@postrider/mail';
import {
  TryAgainLater,
  type InboundFinding,
  type InboundHandler,
  type InboundHandlerOptions,
  type InboundMail,
} from './inbound-handler';
import {
  readRecipientsOf,
  readReferencedRecipients,
  type KnownRecipient,
} from './known-recipients.repository';
import { recordFacts } from './record-facts';
import type { readComplaintInThread } from './report.task';
import type { ReportedFact } from './reported-facts.repository';

interface PreparedComplaint {
  readonly facts: readonly ReportedFact[];
  /** What the mail is found to be when nothing is recorded of it. */
  readonly otherwise: InboundFinding;
}

interface Signatures {
  readonly returnPaths: ReturnPathTokens;
  readonly feedback: FeedbackTokens;
}

/** A recipient is complained about once, by whomever. */
const once = 'reported';

/** Anybody may write to the address for complaints: only what names a message of ours and proves to have it counts. */
export function createComplaintHandler(
  options: InboundHandlerOptions,
  signatures: Signatures,
): InboundHandler<PreparedComplaint> {
  const { pool, threads, publisher, settings } = options;
  const read = threads.work<typeof readComplaintInThread>({
    file: require.resolve('./report.task'),
    name: 'readComplaintInThread',
    timeLimitMs: settings.INBOUND_READ_TIME_LIMIT_MS,
  });
  return {
    prepare: async ({ mail }) => {
      const report = await read({ raw: mail.raw }, { organizationId: mail.chargedTo });
      if (report === null) return { facts: [], otherwise: 'unrecognised' };
      if (!report.isComplaint) return { facts: [], otherwise: 'no complaint' };
      return prepareComplaint(mail, report, await findComplainers(pool, report, signatures));
    },
    record: (client, _work, { facts, otherwise }) =>
      recordFacts(client, facts, { publisher, news: 'complaint', otherwise }),
  };
}

function prepareComplaint(
  mail: InboundMail,
  report: ComplaintReport,
  complainers: readonly KnownRecipient[],
): PreparedComplaint {
  if (complainers.length === 0) return { facts: [], otherwise: 'complaint of nobody' };
  const live = complainers.filter(({ isLive }) => isLive);
  if (live.length === 0) return { facts: [], otherwise: 'complaint in test mode' };
  if (live.some(({ isInDelivery }) => isInDelivery) && !mail.isLastAttempt) {
    throw new TryAgainLater('the message is being delivered');
  }
  const facts = live.map(({ messageId, ordinal }): ReportedFact => ({
    recipient: { messageId, ordinal },
    type: 'complained',
    identity: once,
    at: mail.receivedAt,
    bounceType: null,
    failureClass: null,
    detail: detailOf(report),
    blocked: false,
    suppression: 'complaint',
  }));
  return { facts, otherwise: 'complaint without news' };
}

const reporterCharsMax = 200;

function detailOf({ feedbackType, reporter }: ComplaintReport): string {
  return reporter === null ? feedbackType : `${feedbackType}: ${reporter.slice(0, reporterCharsMax)}`;
}

/**
 * Who complained, by the best evidence that there is:
 *
 * - a signed return path of one recipient: nobody but its server has seen it;
 * - one of the whole message, or a signed Feedback-ID or CFBL-Feedback-ID, proves that the reporter has the message. It went to one recipient, or
 *   the report names which;
 * - a Message-ID proves little, since replies and archives show it: the report must also name a recipient of that message.
 */
async function findComplainers(
  pool: Pool,
  report: ComplaintReport,
  { returnPaths, feedback }: Signatures,
): Promise<readonly KnownRecipient[]> {
  const [reference] = report.returnPaths.flatMap((address) => {
    const found = readInboundAddress(address);
    return (found?.purpose === 'bounce' && returnPaths.read(found.localPart)) || [];
  });
  if (reference && reference.ordinal !== null) {
    const { messageId, ordinal } = reference;
    return readReferencedRecipients(pool, [{ messageId, ordinal }]);
  }

  const signedId =
    reference?.messageId ??
    [report.feedbackId, report.cfblFeedbackId].reduce<string | null>(
      (found, id) => found ?? (id === null ? null : feedback.read(id)),
      null,
    );
  if (signedId !== null) {
    const recipients = await readRecipientsOf(pool, signedId);
    return recipients.length === 1 ? recipients : namedBy(report, recipients);
  }

  const messageId = emailIdOf(report.originalMessageId ?? '');
  return messageId === null ? [] : namedBy(report, await readRecipientsOf(pool, messageId));
}

function namedBy(report: ComplaintReport, recipients: readonly KnownRecipient[]): readonly KnownRecipient[] {
  const named = new Set(report.recipients.map(normaliseAddress));
  return recipients.filter(({ addressKey }) => named.has(addressKey));
}

/** Our Message-IDs begin with the email's id. */
function emailIdOf(messageIdHeader: string): string | null {
  return (
    /^\s*<?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@/i.exec(messageIdHeader)?.[1]?.toLowerCase() ?? null
  );
}
