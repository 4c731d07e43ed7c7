import { possibleZones, type ReceivedTlsReport } from '@postrider/mail';
import type { AuthenticateMail } from './authentication/authenticate-mail';
import { findReportedDomain, lockReportedDomain } from './dmarc-reports.repository';
import {
  UnreadableMail,
  type InboundFinding,
  type InboundHandler,
  type InboundHandlerOptions,
} from './inbound-handler';
import { countTlsReportsSince, insertTlsReport, type NewTlsReport } from './received-tls-reports.repository';
import type { readTlsReportInThread } from './tls-report.task';

type PreparedTlsReport =
  | {
      readonly kind: 'report';
      readonly report: NewTlsReport;
      /** The domain and its parents, nearest first. */
      readonly names: readonly string[];
    }
  /** Nothing is recorded. */
  | { readonly kind: 'other'; readonly finding: InboundFinding };

/**
 * Of a domain in a day (UTC), each with a hundred failures at most. Few senders write them, once a day. Anybody can write a report about
 * anybody: one sender has a quarter, and so have all together who cannot be distinguished.
 */
const reportsMax = 400;
const senderPart = 4;

const dayMs = 86_400_000;
/** As of DMARC reports: what is read goes back 90 days. */
const ageMaxMs = 90 * dayMs;
/** Clocks, and reporters that name the end of a day that has not ended. */
const futureMaxMs = 2 * dayMs;
const unknownDomain = 'unknown_domain';

/** A report of a sender becomes rows of the domain it is about, once. */
export function createTlsReportHandler(
  { pool, threads, readMs }: InboundHandlerOptions,
  authenticate: AuthenticateMail,
): InboundHandler<PreparedTlsReport> {
  const read = threads.work<typeof readTlsReportInThread>({
    file: require.resolve('./tls-report.task'),
    name: 'readTlsReportInThread',
    timeLimitMs: readMs,
  });
  return {
    prepare: async ({ mail }) => {
      const reading = await read({ raw: mail.raw }, { organizationId: mail.chargedTo });
      if (!reading.ok && reading.reason === 'no report attached') return other('unrecognised');
      if (!reading.ok) throw new UnreadableMail(reading.reason);
      const { report } = reading;
      if (!isOfTheseDays(report, mail.receivedAt)) return other('out_of_range');
      const [about] = report.policies;
      const names = possibleZones(about?.domain ?? '');
      // No DNS lookups for reports that are not wanted.
      if ((await findReportedDomain(pool, names)) === null) return other(unknownDomain);
      const { dmarc } = await authenticate(mail);
      const sender = dmarc.result === 'pass' ? (dmarc.domain ?? '') : '';
      // A report is about one domain (RFC 8460 §4.4): policies of others, which may belong to another organization, are left out.
      const policies = report.policies.filter(({ domain }) => domain === about?.domain);
      const { receivedAt } = mail;
      return { kind: 'report', report: { report: { ...report, policies }, sender, receivedAt }, names };
    },

    record: async (client, _work, prepared) => {
      if (prepared.kind === 'other') return { result: prepared.finding };
      const { report, names } = prepared;
      const domain = await lockReportedDomain(client, names);
      if (domain === null) return { result: unknownDomain };
      const since = new Date(Math.floor(report.receivedAt.getTime() / dayMs) * dayMs);
      const known = await countTlsReportsSince(client, domain, { since, sender: report.sender });
      if (known.reports >= reportsMax || known.ofSender >= reportsMax / senderPart) {
        return { result: 'over_daily_limit' };
      }
      return { result: (await insertTlsReport(client, domain, report)) ? 'tls_report' : 'duplicate' };
    },
  };
}

function other(finding: InboundFinding): PreparedTlsReport {
  return { kind: 'other', finding };
}

function isOfTheseDays({ beginsAt, endsAt }: ReceivedTlsReport, receivedAt: Date): boolean {
  const now = receivedAt.getTime();
  return beginsAt.getTime() > now - ageMaxMs && endsAt.getTime() < now + futureMaxMs;
}
