import type { System } from '../../system/system';
import type { Load } from '../load/load';
import type { MailLedger } from '../load/mail-ledger';
import type { ReportLedger } from '../load/report-ledger';
import type { WebhookLedger } from '../load/webhook-ledger';

/** What an audit looks at: the rows, and what the outside saw. */
export interface AuditSubject {
  readonly system: Pick<System, 'pool' | 'context'>;
  /** Where the services' broker is. */
  readonly amqpUrl: string;
  readonly load: Pick<Load, 'accepted'>;
  readonly mail: MailLedger;
  readonly webhooks: WebhookLedger;
  readonly reports: ReportLedger;
  /** `one`: nothing failed, so each event was posted once. */
  readonly webhookCopies: 'one' | 'any';
  readonly unconfirmedMax: number;
  /** Not asked about: a restored backup does not have them. */
  readonly forgotten: ReadonlySet<string>;
  /** May be failed with a copy: sent, brought back as queued by a backup, and failed by an operator. */
  readonly failed: ReadonlySet<string>;
}

export interface Finding {
  /** Broken promises in words; empty when all held. */
  readonly problems: readonly string[];
  readonly lost?: number;
  readonly duplicates?: number;
  readonly unconfirmed?: number;
}

/** Adds the examples to a count: the ids lead to the rows and the logs. */
export function problem(count: number, what: string, examples: readonly string[] = []): string[] {
  if (count === 0) return [];
  const shown = examples.slice(0, 3).join(', ');
  return [`${count} ${what}${shown === '' ? '' : ` (${shown})`}`];
}
