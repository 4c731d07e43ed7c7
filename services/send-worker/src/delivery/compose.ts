import assert from 'node:assert';
import { isAscii } from 'node:buffer';
import { isBulkKind } from '@postrider/contracts/statuses';
import {
  addLinks,
  composeMessage,
  messageIdHeader,
  needsSmtpUtf8,
  readEntity,
  signMessage,
  type LegalSender,
  type MimeEntity,
  type OutgoingAttachment,
  type PublicLinks,
} from '@postrider/mail';
import type { ClaimedMessage, MessageBody } from '../claims/claimed-message';
import type { ReadyDomain } from './signing-domains';

/** A message composed and signed once, ready for any number of recipients. */
export interface ComposedMessage {
  /** With angle brackets. */
  readonly messageIdHeader: string;
  /** The signed RFC 5322 message. */
  readonly octets: Buffer;
  readonly eightBit: boolean;
  /** Its headers need SMTPUTF8, for any recipient. */
  readonly smtpUtf8: boolean;
}

export interface MessageContent {
  readonly body: MessageBody;
  readonly attachments: readonly OutgoingAttachment[];
  /** Base64 of the entity that is sent as it is; body and attachments are then only copies to look at. */
  readonly mime: string | null;
}

/** What a message is composed of: plain data, so that it can be passed to a thread. */
export interface ComposeInput {
  readonly message: ClaimedMessage;
  readonly content: MessageContent;
  readonly domain: ReadyDomain;
  /** Shown in the footer; null: there is no footer. */
  readonly sender: LegalSender | null;
  /** Names the message in its Feedback-ID. */
  readonly feedbackToken: string;
}

/** Our name in Feedback-ID, by which mailbox providers group figures of complaints. */
const feedbackSender = 'postrider';

/** To and Cc of a message with hidden recipients. */
const hidden: Pick<ClaimedMessage, 'to' | 'cc'> = { to: [], cc: [] };

/** @throws when a stored mailbox or header cannot be written */
export async function composeAndSign(
  { message, content, domain, sender, feedbackToken }: ComposeInput,
  links: PublicLinks,
): Promise<ComposedMessage> {
  const linked = {
    ...message,
    ordinal: message.pending[0]?.ordinal ?? null,
    isBulk: isBulkKind(message.kind),
    isOfBroadcast: message.kind?.startsWith('broadcast.') ?? false,
  };
  const { body } = content;
  const { html, text, unsubscribeUrl } = addLinks(linked, {
    ...{ body, linkBase: domain.linkBase, links, sender },
  });
  const shown = message.hideRecipients ? hidden : message;
  const unsigned = composeMessage({
    emailId: message.id,
    domain: domain.name,
    // The same in every delivery round: it stays one message, however often it is tried.
    date: message.firstAttemptAt,
    from: message.fromHeader,
    to: shown.to,
    cc: shown.cc,
    replyTo: message.replyTo,
    subject: message.subject,
    html,
    text,
    headers: content.body.headers,
    attachments: content.attachments,
    entity: content.mime === null ? undefined : entityOf(content.mime),
    feedbackId: feedbackId(message, feedbackToken),
    complaints:
      domain.complaintAddress === null
        ? null
        : { address: domain.complaintAddress, feedbackId: feedbackToken },
    unsubscribeUrl,
  });
  const signed = await signMessage(unsigned, domain.keys);
  return {
    messageIdHeader: messageIdHeader(message.id, domain.name),
    octets: signed,
    eightBit: !isAscii(signed),
    smtpUtf8: [message.fromHeader, ...shown.to, ...shown.cc, message.replyTo ?? ''].some(needsSmtpUtf8),
  };
}

/** Acceptance has read it. */
function entityOf(mime: string): MimeEntity {
  const reading = readEntity(Buffer.from(mime, 'base64'));
  assert(reading.ok, 'a stored entity can be read');
  return reading.entity;
}

/**
 * `kind:domain:message:sender` (Gmail: at most four parts). Providers count complaints by the parts that repeat. The third part is
 * for providers that return the header with a complaint; it proves that they have the message.
 */
function feedbackId({ kind, lane, domainId }: ClaimedMessage, token: string): string {
  const campaign = (kind ?? lane).replace(/[^A-Za-z0-9._-]/g, '-');
  return [campaign, domainId.slice(-12), token, feedbackSender].join(':');
}
