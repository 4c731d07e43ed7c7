import type { Pool } from '@postrider/db';
import {
  mailboxProvider,
  normaliseAddress,
  readInboundAddress,
  type ComplaintReport,
  type FeedbackTokens,
  type ReturnPathTokens,
} from '@postrider/mail';
import type { AuthenticateMail } from './authentication/authenticate-mail';
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
  readonly fallback: InboundFinding;
}

interface Signatures {
  readonly returnPaths: ReturnPathTokens;
  readonly feedback: FeedbackTokens;
}

/** A recipient is complained about once, by whomever. */
const once = 'reported';

/**
 * An event that changes nothing else: a report that names a message and a recipient, from a sender who proves neither to have
 * the mail nor to be the recipient's provider. Alert rules warn of it, and pause nothing.
 */
const unproven = 'unproven';

interface Complainers {
  readonly recipients: readonly KnownRecipient[];
  /** The report holds what we signed: its sender has the mail. */
  readonly isSigned: boolean;
}

/** Anybody may write to the address for complaints: only what names a message of ours and proves to have it counts. */
export function createComplaintHandler(
  options: InboundHandlerOptions,
  signatures: Signatures,
  authenticate: AuthenticateMail,
): InboundHandler<PreparedComplaint> {
  const { pool, threads, publisher, readMs } = options;
  const read = threads.work<typeof readComplaintInThread>({
    file: require.resolve('./report.task'),
    name: 'readComplaintInThread',
    timeLimitMs: readMs,
  });
  return {
    prepare: async ({ mail }) => {
      const report = await read({ raw: mail.raw }, { organizationId: mail.chargedTo });
      if (report === null) return { facts: [], fallback: 'unrecognised' };
      if (!report.isComplaint) return { facts: [], fallback: 'not_a_complaint' };
      const { recipients, isSigned } = await findComplainers(pool, report, signatures);
      const sender = isSigned || recipients.length === 0 ? null : await senderOf(mail, authenticate);
      return prepareComplaint(
        { mail, report },
        recipients,
        (recipient) => isSigned || (sender !== null && isOfProvider(sender, recipient)),
      );
    },
    record: (client, _work, { facts, fallback }) =>
      recordFacts(client, facts, { publisher, result: 'complaint', fallback }),
  };
}

/** The domain that the mail passed DMARC for, by aligned SPF or DKIM; null: none. */
async function senderOf(mail: InboundMail, authenticate: AuthenticateMail): Promise<string | null> {
  const { dmarc } = await authenticate(mail);
  return dmarc.result === 'pass' ? (dmarc.domain ?? null) : null;
}

function isOfProvider(sender: string, { addressKey }: KnownRecipient): boolean {
  return mailboxProvider(sender) === mailboxProvider(addressKey.slice(addressKey.lastIndexOf('@') + 1));
}

function prepareComplaint(
  { mail, report }: { readonly mail: InboundMail; readonly report: ComplaintReport },
  complainers: readonly KnownRecipient[],
  isProven: (recipient: KnownRecipient) => boolean,
): PreparedComplaint {
  if (complainers.length === 0) return { facts: [], fallback: 'unknown_recipient' };
  const live = complainers.filter(({ isLive }) => isLive);
  if (live.length === 0) return { facts: [], fallback: 'test_mode' };
  if (live.some(({ isInDelivery }) => isInDelivery) && !mail.isLastAttempt) {
    throw new TryAgainLater('the message is being delivered');
  }
  const facts = live.map((recipient): ReportedFact => {
    const { messageId, ordinal } = recipient;
    const proven = isProven(recipient);
    return {
      recipient: { messageId, ordinal },
      type: 'complained',
      identity: proven ? once : unproven,
      at: mail.receivedAt,
      bounceType: null,
      failureClass: null,
      detail: proven ? detailOf(report) : `unproven ${detailOf(report)}`,
      blocked: false,
      suppression: proven ? 'complaint' : null,
    };
  });
  return { facts, fallback: 'no_change' };
}

const reporterCharsMax = 200;

function detailOf({ feedbackType, reporter }: ComplaintReport): string {
  return reporter === null ? feedbackType : `${feedbackType}: ${reporter.slice(0, reporterCharsMax)}`;
}

/**
 * Who complained, by the best evidence that there is:
 *
 * - a signed return path of one recipient: only its server has seen it;
 * - one of the whole message, or a signed Feedback-ID or CFBL-Feedback-ID, proves that the reporter has the message. It went to one recipient, or
 *   the report names which;
 * - a Message-ID proves little, since replies and archives show it: the report must also name a recipient of that message, and
 *   counts only if it comes from that recipient's provider.
 */
async function findComplainers(
  pool: Pool,
  report: ComplaintReport,
  { returnPaths, feedback }: Signatures,
): Promise<Complainers> {
  const [reference] = report.returnPaths.flatMap((address) => {
    const found = readInboundAddress(address);
    return (found?.purpose === 'bounce' && returnPaths.read(found.localPart)) || [];
  });
  if (reference && reference.ordinal !== null) {
    const { messageId, ordinal } = reference;
    const recipients = await readReferencedRecipients(pool, [{ messageId, ordinal }]);
    return { recipients, isSigned: true };
  }

  const signedId =
    reference?.messageId ??
    [report.feedbackId, report.cfblFeedbackId].reduce<string | null>(
      (found, id) => found ?? (id === null ? null : feedback.read(id)),
      null,
    );
  if (signedId !== null) {
    const recipients = await readRecipientsOf(pool, signedId);
    return { recipients: recipients.length === 1 ? recipients : namedBy(report, recipients), isSigned: true };
  }

  const messageId = emailIdOf(report.originalMessageId ?? '');
  const recipients = messageId === null ? [] : namedBy(report, await readRecipientsOf(pool, messageId));
  return { recipients, isSigned: false };
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
