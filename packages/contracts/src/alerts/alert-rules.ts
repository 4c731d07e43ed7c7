/** What an organization is warned about, and what pauses its sending. */
export const alertKinds = ['bounce', 'complaint', 'provider_block', 'delivery_silence'] as const;
export type AlertKind = (typeof alertKinds)[number];

/** What the platform writes to an organization's alert address about. */
export type NoticeKind =
  | 'contacts_full'
  | 'emails_late'
  | `alert_${AlertKind}`
  | ('sending_paused' | 'signup_form_disabled' | 'under_review')
  | ('domain_failing' | 'domain_failed' | 'domain_blocklisted' | 'webhook_disabled');

/**
 * Distinct reporters that a pause needs beside its rate: fewer can be one stranger. Mailboxes of the public providers, and the domains
 * of all others.
 */
export const pauseReportersMin = { bounce: 10, complaint: 5 } as const;

export interface AlertRuleDefaults {
  readonly kind: AlertKind;
  /** Shares of recipients, 0 to 1; null: the rule counts, or nothing pauses. */
  readonly warnRate: number | null;
  readonly pauseRate: number | null;
  /** Recipients that make a rate meaningful; replies or sends that make the others one. */
  readonly minimum: number;
  readonly windowMinutes: number;
}

const twoDaysMinutes = 2 * 24 * 60;

/**
 * The rules that every new organization begins with. The rates are those at which the large mailbox providers begin to
 * act: Amazon SES reviews senders at 5 % bounces and 0.1 % complaints, Google asks to stay below 0.1 % and never to reach
 * 0.3 %; sending stops before a shared address suffers for longer.
 */
export const defaultAlertRules: readonly AlertRuleDefaults[] = [
  { kind: 'bounce', warnRate: 0.02, pauseRate: 0.05, minimum: 100, windowMinutes: twoDaysMinutes },
  { kind: 'complaint', warnRate: 0.001, pauseRate: 0.005, minimum: 100, windowMinutes: twoDaysMinutes },
  { kind: 'provider_block', warnRate: null, pauseRate: null, minimum: 20, windowMinutes: 10 },
  { kind: 'delivery_silence', warnRate: null, pauseRate: null, minimum: 1, windowMinutes: 30 },
];
