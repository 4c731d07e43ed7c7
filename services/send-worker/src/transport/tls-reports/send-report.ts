import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { HttpClient } from '@postrider/http-client';
import { signMessage, type DkimKey } from '@postrider/mail';
import { errorCode, type Clock } from '@postrider/runtime';
import { failureText, replyLine } from '@postrider/smtp-client';
import type { Destinations, Sender } from '../routing/destinations';
import { composeReportMail } from './report-mail';
import type { ReportTarget } from './report-targets';
import type { Reporter } from './tls-report';

export interface OutgoingReport {
  readonly day: string;
  readonly domain: string;
  readonly report: object;
}

/** Null when it has arrived, else why not. Never rejects. */
export type SendReport = (report: OutgoingReport, target: ReportTarget) => Promise<string | null>;

const httpTimeoutMs = 30_000;
const answerBytesMax = 16_384;
const gzipAsync = promisify(gzip);

/**
 * By HTTPS or by mail. The mail does not go the way of messages: it belongs to no organization, is in no list, and must leave
 * even where the policy that it reports on lets no other mail through (RFC 8460 §5.3).
 */
export function createSendReport(options: ReportMailer & { readonly http: HttpClient }): SendReport {
  const { http, ...mailer } = options;
  const byHttps = async (url: URL, gzipped: Buffer): Promise<string | null> => {
    const headers = { 'content-type': 'application/tlsrpt+gzip' };
    const { status } = await http.request({
      ...{ method: 'POST', url, headers, body: gzipped },
      timeoutMs: httpTimeoutMs,
      bytesMax: answerBytesMax,
    });
    return status >= 200 && status < 300 ? null : `status ${status}`;
  };
  return async (outgoing, target) => {
    try {
      const gzipped = await gzipAsync(JSON.stringify(outgoing.report));
      if (target.kind === 'https') return await byHttps(target.url, gzipped);
      return await byMail({ ...outgoing, gzipped, to: target.address }, mailer);
    } catch (error) {
      return errorCode(error);
    }
  };
}

interface ReportMailer {
  /** Without the recipients' policies. */
  readonly destinations: Destinations;
  readonly from: string;
  readonly reporter: Reporter;
  readonly key: DkimKey;
  readonly clock: Clock;
}

async function byMail(
  report: { readonly day: string; readonly domain: string; readonly gzipped: Buffer; readonly to: string },
  { destinations, from, reporter, key, clock }: ReportMailer,
): Promise<string | null> {
  const { to } = report;
  const resolution = await destinations.resolve(
    to.slice(to.lastIndexOf('@') + 1).toLowerCase(),
    platformSender,
  );
  if (resolution.kind === 'none') return resolution.detail;
  if (resolution.kind === 'postponed') return resolution.reason ?? 'no address to send from';
  const raw = composeReportMail({ ...report, from, reporter, now: clock.now() });
  const signed = await signMessage(raw, [key]);
  const opened = await resolution.destination.open();
  if (opened.kind === 'refused') return replyLine(opened.reply);
  if (opened.kind === 'failed') return failureText(opened.error);
  const { session } = opened;
  const { recipients } = await session.send({
    ...{ from, recipients: [to], recipientTokens: [], message: [signed] },
    ...{ encoding: '7bit', smtpUtf8: false, requireTls: false },
    beforeData: () => Promise.resolve(true),
  });
  session.quit();
  const [outcome] = recipients;
  if (outcome?.kind === 'accepted') return null;
  return outcome?.kind === 'refused' ? replyLine(outcome.reply) : 'the connection broke';
}

/** As if it were mail of a domain without a pool or a transport of its own. */
const platformSender: Sender = {
  transport: 'mx',
  domainId: '00000000-0000-7000-8000-000000000000',
  sourcePool: null,
  stream: 'transactional',
};
