import type { AuditSubject, Finding } from './audit';
import { auditBroadcasts } from './audit-broadcasts';
import { auditCopies } from './audit-copies';
import { auditCounters } from './audit-counters';
import { auditEvents } from './audit-events';
import { auditMessages } from './audit-messages';
import { auditQueues } from './audit-queues';
import { auditReports } from './audit-reports';
import { auditWebhooks } from './audit-webhooks';

const audits = [
  auditMessages,
  auditBroadcasts,
  auditCopies,
  auditEvents,
  auditCounters,
  auditWebhooks,
  auditReports,
  auditQueues,
];

/** Runs each audit, also when one of them cannot be done, and sums up what they found. */
export async function auditEverything(subject: AuditSubject): Promise<Required<Finding>> {
  const sum = { problems: [] as string[], lost: 0, duplicates: 0, unconfirmed: 0 };
  for (const audit of audits) {
    const finding = await audit(subject).catch((error: unknown): Finding => ({
      problems: [`${audit.name}: ${String(error)}`],
    }));
    sum.problems.push(...finding.problems);
    sum.lost += finding.lost ?? 0;
    sum.duplicates += finding.duplicates ?? 0;
    sum.unconfirmed += finding.unconfirmed ?? 0;
  }
  return sum;
}
