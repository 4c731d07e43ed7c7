export { composeMessage, messageIdHeader } from './composing/compose-message';
export type { OutgoingMessage } from './composing/compose-message';
export type { OutgoingAttachment } from './composing/attachment-content';
export {
  addressKey,
  formatMailbox,
  needsSmtpUtf8,
  mailboxWithoutTag,
  normaliseAddress,
  parseMailbox,
} from './addresses/mailbox';
export type { Mailbox, MailboxFault, MailboxResult } from './addresses/mailbox';
export { toAsciiDomain } from './addresses/domain-name';
export {
  headerNameCharsMax,
  headerValueCharsMax,
  headerFault,
  isDroppedHeader,
  isReservedHeader,
} from './headers/header-rules';
export type { HeaderFault } from './headers/header-rules';
export { readEntity } from './entities/mime-entity';
export type { MimeEntity } from './entities/mime-entity';
export { viewEntity } from './entities/entity-view';
export type { EntityView, EntityViewing } from './entities/entity-view';
export { dkimDnsRecord, generateDkimKeyPair, loadDkimKey } from './signing/dkim-key';
export type { DkimAlgorithm, DkimKey } from './signing/dkim-key';
export { signMessage } from './signing/sign-message';
export { isOneSlipApart } from './addresses/one-slip';
export { recipientWarning } from './addresses/recipient-warning';
export type { RecipientWarning } from './addresses/recipient-warning';
export { isMailboxProvider, mailboxProvider } from './destinations/mailbox-provider';
export { siteLimits } from './destinations/site-limits';
export type { SiteLimits } from './destinations/site-limits';
export type { BounceType, FailureClass, BounceSuppression } from './outcomes/failure-class';
export { nextRetry } from './outcomes/retry-schedule';
export type { RetryLane, RetryQuestion } from './outcomes/retry-schedule';
export {
  classifyReportedFailure,
  classifySmtpReply,
  classifyTransportFailure,
  parseSmtpReply,
} from './outcomes/smtp-reply';
export type { DestinationReply, ReplyClassification, TransportFailure } from './outcomes/smtp-reply';
export { defaultThrottleRules } from './throttling/default-throttle-rules';
export { parseThrottleRules, ThrottleRulesError } from './throttling/parse-throttle-rules';
export { afterSuspension, effectiveLimits, recoveredAt, recoveryStepMs } from './throttling/recovery';
export type { EffectiveLimits, ThrottleLimit } from './throttling/recovery';
export { ruleForFailures, ruleForReply } from './throttling/throttle-rule';
export type { ThrottleAction, ThrottledReply, ThrottleRule } from './throttling/throttle-rule';
export { createFeedbackTokens, createReplyTokens, createReturnPathTokens } from './return-path/address-token';
export type { AddressTokens, FeedbackTokens, ReturnPathTokens } from './return-path/address-token';
export { providerTagName, providerTagValue, readProviderTag } from './return-path/provider-tag';
export { mailboxName, readInboundAddress } from './return-path/inbound-address';
export type { InboundAddress, InboundPurpose } from './return-path/inbound-address';
export type { RecipientReference, ReturnPathReference } from './return-path/recipient-reference';
export { parseBounceReport } from './reports/bounce-report';
export type { BounceReport, ReportedAction, ReportedRecipient } from './reports/bounce-report';
export { readReturnedMail } from './reports/returned-mail';
export type { ReturnedMail } from './reports/returned-mail';
export { parseComplaintReport } from './reports/complaints/complaint-report';
export type { ComplaintReport } from './reports/complaints/complaint-report';
export { automaticMail } from './replies/automatic-mail';
export type { AutomaticMail, MailHeader } from './replies/automatic-mail';
export { parseTlsReport } from './reports/tls/tls-report';
export type { ReceivedTlsReport, ReportedTlsPolicy } from './reports/tls/tls-report';
export { knownSender } from './reports/dmarc/known-senders';
export { parseDmarcReport } from './reports/dmarc/dmarc-report';
export type { DmarcReading, DmarcRecord, DmarcReport } from './reports/dmarc/dmarc-report';
export { readReply, replyTask } from './replies/read-reply';
export type { ReadReply, ReplyAttachment, ReplyMail } from './replies/read-reply';
export { quoteOf, quotedText, replySubject, replyToMailboxes } from './replies/reply-draft';
export type { Quote } from './replies/reply-draft';
export { replyHeaders } from './replies/reply-headers';
export { emailIdReference } from './replies/thread-references';
export { derivedIdempotencyKey } from './incoming/derived-idempotency-key';
export { idsInThread, renamedInThread, submittedIdHash } from './composing/submitted-ids';
export type { SubmittedEnvelope } from './incoming/envelope-recipients';
export type { RelayedAttachment } from './parsing/incoming-attachments';
export { parseIncomingMessage } from './incoming/incoming-message';
export type { IncomingMessageResult, RelayedSend } from './incoming/incoming-message';
export { readMessageParts } from './incoming/message-parts';
export type { MessageParts, MessagePartsReading, NamedAddress } from './incoming/message-parts';
export { hasBareNewlineOrNul } from './parsing/line-endings';
export type { RelayReply } from './parsing/refused-message';
export { addLinks } from './links/add-links';
export type { LegalSender, LinkedMessage } from './links/add-links';
export { contentLinks } from './links/content-links';
export type { ContentLinks } from './links/content-links';
export { findHtmlLinks } from './links/html-links';
export { addLegalFooter } from './links/legal-footer';
export { webPageOf, type WebPage } from './links/web-page';
export { linkBaseOf } from './links/link-base';
export { createPublicLinks } from './links/public-links';
export type { PublicLink, PublicLinks, ReadLink } from './links/public-links';
export { entityFileTask, sourceOctetsTask, sourceTask, sourceViewTask } from './sources/source-task';
export type {
  composeSource,
  readEntityFile,
  showSource,
  SourceOrder,
  viewSource,
} from './sources/source.task';
export { screenMessage } from './screening/screen-message';
export type { ScreenedMail, Screening } from './screening/screen-message';
export { screenHeldMessage, screeningTask } from './screening/screen-held-message';
export type { HeldMessage } from './screening/screen-held-message';
export { findTextLinks } from './links/text-links';
export { isOptOut } from './links/trackable-url';
export { addUtmParameters } from './links/utm-parameters';
export { htmlText } from './html/html-lines';
export { readTokens } from './html/read-tokens';
export { isSameSite, isShortener, shownHost } from './screening/link-host';
export { dmarcPolicies, expectedRecords, platformSpfName } from './domains/expected-records';
export type {
  DmarcPolicy,
  DomainRecordKind,
  ExpectedRecord,
  PublishedKey,
  RecordResult,
} from './domains/expected-records';
export { evaluateRecord } from './domains/evaluate-record';
export { dmarcTags, publishedDmarc, withDmarcPolicy, type DmarcSetting } from './domains/dmarc-record';
export { findInheritedDmarc } from './domains/dmarc-walk';
export { countSpfLookups, spfLookupsMax, spfVoidsMax } from './domains/count-spf-lookups';
export { dkimBitsGood, dkimBitsMin, dkimKeyBits } from './domains/dkim-key-bits';
export { checkDomainSpf } from './domains/evaluate-spf';
export type { ResolveRecords } from './domains/evaluate-spf';
export { isPublicSuffix, possibleZones, registrableDomain } from './domains/registrable-domain';
export { readBlocklistAnswer } from './blocklists/blocklist-answer';
export type { BlocklistAnswer } from './blocklists/blocklist-answer';
export {
  defaultBlocklists,
  describeListing,
  knownBlocklists,
  parseBlocklists,
} from './blocklists/blocklists';
export type { Blocklist, Listing } from './blocklists/blocklists';
export { platformMailboxes, platformRecordPurposes, platformRecords } from './platform-dns/platform-records';
export type {
  PlatformMailbox,
  PlatformNaming,
  PlatformRecord,
  PlatformRecordPurpose,
  PlatformSource,
} from './platform-dns/platform-records';
export { zoneFile } from './platform-dns/zone-file';
export { checkPlatformRecords } from './platform-dns/check-platform-records';
export type { PlatformDns, PlatformFinding } from './platform-dns/check-platform-records';
