import type { NewNotice } from '@postrider/db';
import type { AlertLevel, AlertRule } from './alert-rule';

/** What the alert address gets to read; once for each level that an incident reaches. */
export function alertNotice(alert: {
  readonly rule: AlertRule;
  readonly alertId: string;
  readonly level: AlertLevel;
  readonly value: number;
}): NewNotice {
  const { rule, alertId, level, value } = alert;
  const fact = factOf(rule, value);
  const isPause = level === 'pause';
  return {
    organizationId: rule.organizationId,
    kind: isPause ? 'sending_paused' : `alert_${rule.kind}`,
    subject: isPause ? `Sending is paused: ${fact}` : `Warning: ${fact}`,
    text: [`${fact.charAt(0).toUpperCase()}${fact.slice(1)}.`, adviceOf(rule, level)].join('\n\n'),
    identity: `alert:${alertId}:${level}`,
  };
}

function factOf({ kind, windowMinutes }: AlertRule, value: number): string {
  switch (kind) {
    case 'bounce':
      return `${percent(value)} of your mail bounced`;
    case 'complaint':
      return `${percent(value)} of your mail was reported as spam`;
    case 'provider_block':
      return `mailbox providers blocked or throttled your email in ${value} replies within ${windowMinutes} minutes`;
    case 'delivery_silence':
      return `nothing was delivered for ${windowMinutes} minutes, and ${value} messages are waiting`;
  }
}

function adviceOf({ kind, warnRate, pauseRate }: AlertRule, level: AlertLevel): string {
  if (level === 'pause') {
    return 'Accepted messages wait; new ones are refused with sending_paused. Find the cause first, then resume sending in the organization settings. Messages sent before the pause do not count again.';
  }
  switch (kind) {
    case 'bounce':
    case 'complaint': {
      const pause = pauseRate === null ? '' : `; at ${percent(pauseRate)} sending is paused`;
      return `The warning threshold is ${percent(warnRate ?? 0)}${pause}. Check the source of the addresses and the latest messages.`;
    }
    case 'provider_block':
      return 'The messages are retried more slowly. The events of each message contain the replies.';
    case 'delivery_silence':
      return 'The messages are retried. The events of each message contain the replies of their destinations.';
  }
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(rate < 0.01 ? 2 : 1)} %`;
}
