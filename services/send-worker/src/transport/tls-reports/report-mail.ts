import { randomUUID } from 'node:crypto';
import { reportId, type Reporter } from './tls-report';

/** `<sender>!<policy domain>!<begin>!<end>.json.gz` (RFC 8460 §5.1). */
export function reportFileName({ day, domain }: { day: string; domain: string }, reporter: Reporter): string {
  const beginSeconds = Date.parse(`${day}T00:00:00Z`) / 1_000;
  return `${reporter.domain}!${domain}!${beginSeconds}!${beginSeconds + 86_399}.json.gz`;
}

/** The mail that carries a report (RFC 8460 §5.3), unsigned. */
export function composeReportMail(options: {
  readonly day: string;
  readonly domain: string;
  readonly gzipped: Buffer;
  readonly from: string;
  readonly to: string;
  readonly reporter: Reporter;
  readonly now: Date;
}): Buffer {
  const { day, domain, gzipped, from, to, reporter, now } = options;
  const boundary = `tlsrpt-${randomUUID()}`;
  const id = reportId(options, reporter);
  const fileName = reportFileName(options, reporter);
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: Report Domain: ${domain} Submitter: ${reporter.domain}`,
    ` Report-ID: <${id}>`,
    `Date: ${now.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <tls-report.${day}.${randomUUID()}@${reporter.domain}>`,
    `TLS-Report-Domain: ${domain}`,
    `TLS-Report-Submitter: ${reporter.domain}`,
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type="tlsrpt";',
    ` boundary="${boundary}"`,
    '',
    `--${boundary}`,
    'Content-Type: text/plain; charset=us-ascii',
    'Content-Transfer-Encoding: 7bit',
    '',
    `How TLS connections from ${reporter.domain} to the mail hosts of`,
    `${domain} went on ${day} (UTC).`,
    '',
    `--${boundary}`,
    'Content-Type: application/tlsrpt+gzip',
    'Content-Transfer-Encoding: base64',
    'Content-Disposition: attachment;',
    ` filename="${fileName}"`,
    '',
    ...(gzipped.toString('base64').match(/.{1,76}/g) ?? []),
    `--${boundary}--`,
    '',
  ];
  return Buffer.from(lines.join('\r\n'), 'latin1');
}
