/** Values of `last_event`. */
export const emailStatuses = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'failed',
  'suppressed',
  'canceled',
  'unconfirmed',
] as const;
export type EmailStatus = (typeof emailStatuses)[number];

/** Types of the events recorded on a message. */
export const messageEventTypes = [
  'queued',
  'sent',
  'delivered',
  'delivery_delayed',
  'late',
  'bounced',
  'complained',
  'rejected',
  'opened',
  'clicked',
  'unsubscribed',
  'suppressed',
  'failed',
] as const;
export type MessageEventType = (typeof messageEventTypes)[number];

export const bounceTypes = ['hard', 'soft', 'undetermined'] as const;
export type BounceType = (typeof bounceTypes)[number];

/** Why an address is on the suppression list, the strongest first. */
export const suppressionReasons = [
  'complaint',
  'hard_bounce',
  'validation',
  'manual',
  'unsubscribe',
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

/** What receivers do with mail in a domain's name that is not authenticated (RFC 7489 §6.3), the weakest first. */
export const dmarcPolicies = ['none', 'quarantine', 'reject'] as const;
export type DmarcPolicy = (typeof dmarcPolicies)[number];

/** What senders do when a mail server of a domain does not meet its MTA-STS policy (RFC 8461 §5). `none` withdraws a policy. */
export const mtaStsModes = ['testing', 'enforce', 'none'] as const;
export type MtaStsMode = (typeof mtaStsModes)[number];

/** What a domain receives. */
export const inboundRules = ['replies', 'addresses', 'catch_all'] as const;
export type InboundRule = (typeof inboundRules)[number];

export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** The permission ladder, lowest first: each includes the ones before it. */
export const permissions = ['SEND', 'FULL', 'ADMIN'] as const;
export type Permission = (typeof permissions)[number];

/** Queues of first attempts: a flood in one never delays another. */
export const lanes = ['transactional', 'bulk', 'test'] as const;
export type Lane = (typeof lanes)[number];

export const bulkPrefixes = ['bulk.', 'broadcast.', 'digest.', 'sequence.'];

/**
 * Bulk kinds carry unsubscribe headers, go to one recipient and need a bulk-stream domain. A kind is free text, and
 * writing `Bulk.news` does not avoid these rules.
 */
export function isBulkKind(kind: string | null): boolean {
  if (kind === null) return false;
  const lowerCase = kind.toLowerCase();
  return bulkPrefixes.some((prefix) => lowerCase.startsWith(prefix));
}

/** A bulk prefix without its dot, as in `digest` or `bulk-news`: not a bulk kind, and most likely meant as one. */
export function isAlmostBulkKind(kind: string): boolean {
  const lowerCase = kind.toLowerCase();
  return bulkPrefixes.some((prefix) => {
    const word = prefix.slice(0, -1);
    return lowerCase.startsWith(word) && !/^[a-z0-9.]/.test(lowerCase.slice(word.length));
  });
}

/** `internal`: one of the operator's own; `client`: made through the partner API. */
export const organizationKinds = ['internal', 'client'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

export const domainStatuses = ['pending', 'verified', 'failed', 'disabled'] as const;
export type DomainStatus = (typeof domainStatuses)[number];

export const domainStreams = ['transactional', 'bulk'] as const;
export type DomainStream = (typeof domainStreams)[number];

export const webhookDeliveryStatuses = ['pending', 'delivered', 'exhausted'] as const;
export type WebhookDeliveryStatus = (typeof webhookDeliveryStatuses)[number];

export const contactStatuses = ['SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'] as const;

export const subscriptionStates = ['SUBSCRIBED', 'UNSUBSCRIBED'] as const;

export const automationStatuses = ['active', 'paused'] as const;

export const automationRunStatuses = ['running', 'completed', 'stopped', 'failed', 'canceled'] as const;
export type AutomationRunStatus = (typeof automationRunStatuses)[number];

export const broadcastStatuses = ['draft', 'scheduled', 'testing', 'sent', 'canceled'] as const;
export type BroadcastStatus = (typeof broadcastStatuses)[number];
