import { possibleZones, type DmarcReport } from '@postrider/mail';
import type { readDmarcInThread } from './dmarc.task';
import {
  countReportsSince,
  findReportedDomain,
  insertReport,
  lockReportedDomain,
  type NewReport,
  type ReportsOfDay,
} from './dmarc-reports.repository';
import type { AuthenticateMail } from './authentication/authenticate-mail';
import {
  UnreadableMail,
  type InboundFinding,
  type InboundHandler,
  type InboundHandlerOptions,
} from './inbound-handler';

type PreparedDmarc =
  | {
      readonly kind: 'report';
      readonly report: NewReport;
      /** The domain and its parents, nearest first. */
      readonly names: readonly string[];
    }
  /** Nothing is recorded. */
  | { readonly kind: 'other'; readonly finding: InboundFinding };

/**
 * Of a domain in a day (UTC). Some hundred receivers report daily about a domain that sends to all the world, the largest with
 * some thousand rows. Anybody can write a report about anybody: one sender has a quarter, and so have all together who cannot
 * be distinguished; so a forger neither fills the disk nor keeps the reports of others out.
 */
const reportsMax = 2_000;
const sourcesMax = 50_000;
const senderPart = 4;

/** 20 MB of XML take 2 s, and ten times that where other threads are as busy. */
const readTimeLimitMs = 30_000;
const dayMs = 86_400_000;
/** What is read goes back 90 days. */
const ageMaxMs = 90 * dayMs;
/** Clocks, and reporters that name the end of a day that has not ended. */
const futureMaxMs = 2 * dayMs;

/** A report of a receiver becomes rows of the domain it is about, once. */
export function createDmarcHandler(
  { pool, threads }: InboundHandlerOptions,
  authenticate: AuthenticateMail,
): InboundHandler<PreparedDmarc> {
  const read = threads.work<typeof readDmarcInThread>({
    file: require.resolve('./dmarc.task'),
    name: 'readDmarcInThread',
    timeLimitMs: readTimeLimitMs,
  });
  return {
    prepare: async ({ mail }) => {
      const reading = await read({ raw: mail.raw }, { organizationId: mail.chargedTo });
      if (!reading.ok && reading.reason === 'no report attached') return other('unrecognised');
      if (!reading.ok) throw new UnreadableMail(reading.reason);
      if (!isOfTheseDays(reading.report, mail.receivedAt)) return other('out_of_range');
      const names = possibleZones(reading.report.policy.domain);
      // No DNS lookups for reports that are not wanted.
      if ((await findReportedDomain(pool, names)) === null) return other(unknownDomain);
      const { report, sourceCount, sources } = reading;
      // Where DNS does not answer, its sender is unknown: it gets no note, and reading it again would cost more.
      const { dmarc } = await authenticate(mail);
      const sender = dmarc.result === 'pass' ? (dmarc.domain ?? '') : '';
      const { receivedAt } = mail;
      return { kind: 'report', report: { report, sourceCount, sources, sender, receivedAt }, names };
    },

    record: async (client, _work, prepared) => {
      if (prepared.kind === 'other') return { result: prepared.finding };
      const { report, names } = prepared;
      const domain = await lockReportedDomain(client, names);
      if (domain === null) return { result: unknownDomain };
      const since = new Date(Math.floor(report.receivedAt.getTime() / dayMs) * dayMs);
      const known = await countReportsSince(client, domain, { since, sender: report.sender });
      if (!hasRoom(known, report.sourceCount)) return { result: 'over_daily_limit' };
      return { result: (await insertReport(client, domain, report)) ? 'dmarc' : 'duplicate' };
    },
  };
}

const unknownDomain = 'unknown_domain';

function other(finding: InboundFinding): PreparedDmarc {
  return { kind: 'other', finding };
}

function isOfTheseDays({ beginsAt, endsAt }: Omit<DmarcReport, 'records'>, receivedAt: Date): boolean {
  const now = receivedAt.getTime();
  return beginsAt.getTime() > now - ageMaxMs && endsAt.getTime() < now + futureMaxMs;
}

function hasRoom({ ofSender, ...all }: ReportsOfDay, sourceCount: number): boolean {
  return (
    all.reports < reportsMax &&
    all.sources + sourceCount <= sourcesMax &&
    ofSender.reports < reportsMax / senderPart &&
    ofSender.sources + sourceCount <= sourcesMax / senderPart
  );
}
