import { newId } from '@postrider/contracts/ids';
import { createFeedbackTokens, createReturnPathTokens } from '@postrider/mail';
import type { ProviderName } from '@postrider/providers';
import { testReturnPathSecret, type TestContext } from '@postrider/testkit';

export const returnPaths = createReturnPathTokens({ secret: testReturnPathSecret });
export const feedbackTokens = createFeedbackTokens({ secret: testReturnPathSecret });

/** The return path of a recipient, as it left with the message. */
export function returnPathOf(messageId: string, ordinal = 0, host = 'bounce.shop.example'): string {
  return `${returnPaths.mint({ messageId, ordinal })}@${host}`;
}

export interface SpooledMail {
  readonly recipients: readonly string[];
  readonly raw: Buffer | string;
  readonly mailFrom?: string | undefined;
  readonly clientAddress?: string;
  readonly receivedAt?: Date;
  /** Of a notification: the provider that posted it. */
  readonly source?: 'smtp' | ProviderName;
}

/** A mail as the inbound listener leaves it: committed, not enqueued. @returns its id */
export async function spoolMail(context: TestContext, mail: SpooledMail): Promise<string> {
  const id = newId();
  const raw = Buffer.from(mail.raw);
  await context.pool.query(
    `WITH content AS (INSERT INTO inbound_spool_contents (mail_id, raw) VALUES ($1, $2))
     INSERT INTO inbound_spool (id, mail_from, recipients, client_address, client_name, tls, bytes, received_at, source)
     VALUES ($1, $3, $4, $5, 'mx.example', true, $6, $7, $8)`,
    [
      ...[id, raw, mail.mailFrom ?? '', mail.recipients, mail.clientAddress ?? '192.0.2.1', raw.length],
      ...[mail.receivedAt ?? new Date(), mail.source ?? 'smtp'],
    ],
  );
  return id;
}

export interface SpoolState {
  readonly status: string;
  readonly result: string | null;
  readonly attempts: number;
  /** Its octets are still there. */
  readonly kept: boolean;
}

export async function readSpool(context: TestContext, id: string): Promise<SpoolState> {
  const { rows } = await context.pool.query<SpoolState>(
    `SELECT s.status, s.result, s.attempts::int, c.mail_id IS NOT NULL AS kept
     FROM inbound_spool s LEFT JOIN inbound_spool_contents c ON c.mail_id = s.id WHERE s.id = $1`,
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error(`there is no mail ${id} in the spool`);
  return row;
}

export interface Complaint {
  readonly feedbackType?: string | undefined;
  readonly mailFrom?: string | undefined;
  readonly rcptTo?: string | undefined;
  readonly messageId?: string | undefined;
  readonly feedbackId?: string | undefined;
  readonly cfblFeedbackId?: string | undefined;
}

/** A feedback report (RFC 5965) with the header of what it returns. */
export function complaintReport({ feedbackType = 'abuse', ...rest }: Complaint): string {
  const field = (name: string, value: string | undefined) =>
    value === undefined ? [] : [`${name}: ${value}`];
  return lines(
    'From: <fbl@provider.example>',
    'Subject: complaint',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="B"',
    '',
    '--B',
    'Content-Type: text/plain',
    '',
    'This is an abuse report.',
    '--B',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${feedbackType}`,
    'User-Agent: Loop/1.0',
    'Version: 1',
    ...field('Original-Mail-From', rest.mailFrom && `<${rest.mailFrom}>`),
    ...field('Original-Rcpt-To', rest.rcptTo && `<${rest.rcptTo}>`),
    '',
    '--B',
    'Content-Type: message/rfc822',
    '',
    'From: Shop <shop@shop.example>',
    'Subject: Your order',
    ...field('Message-ID', rest.messageId),
    ...field('Feedback-ID', rest.feedbackId),
    ...field('CFBL-Feedback-ID', rest.cfblFeedbackId),
    '',
    'Thanks',
    '--B--',
  );
}

export function lines(...text: readonly string[]): string {
  return `${text.join('\r\n')}\r\n`;
}
