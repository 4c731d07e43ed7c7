import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { messageIdLine } from '../mails';
import type { System } from '../../system/system';
import { openSmtpClient } from './smtp-client';

/** As many as may be attached to a mail (10 MiB). */
const attachmentBytes = 10_485_760;
const clients = 6;
/** A service that has no room says so (503, 452): its client comes again, as mail servers do. */
const againAfterMs = 200;

/**
 * Mails with attachments of 10 MB, by six clients over HTTP and six over SMTP, until `until` aborts.
 *
 * @returns how many were accepted
 * @throws when none was by one of the ways
 */
export async function loadLargeMail(system: System, until: AbortSignal): Promise<number> {
  const content = Buffer.alloc(attachmentBytes, 'attachment ').toString('base64');
  const [byHttp, bySmtp] = await Promise.all(
    [httpClient(system, content), smtpClient(system, content)].map(async (send) => {
      const counts = await Promise.all(Array.from({ length: clients }, () => repeat(send, until)));
      return counts.reduce((sum, count) => sum + count, 0);
    }),
  );
  if (!byHttp || !bySmtp) throw new Error(`accepted by HTTP: ${byHttp}, by SMTP: ${bySmtp}`);
  return byHttp + bySmtp;
}

async function repeat(send: () => Promise<boolean>, until: AbortSignal): Promise<number> {
  let accepted = 0;
  while (!until.aborted) {
    if (await send().catch(() => false)) accepted += 1;
    else await delay(againAfterMs);
  }
  return accepted;
}

function httpClient({ apiUrl, tenant }: System, content: string): () => Promise<boolean> {
  const body = Buffer.from(
    JSON.stringify({
      ...{
        from: `orders@${tenant.domain.name}`,
        to: 'reader@recipients.test',
        subject: 'Plan',
        text: 'Attached.',
      },
      attachments: [{ filename: 'plan.bin', content }],
    }),
  );
  return async () => {
    const { statusCode, body: answer } = await request(`${apiUrl}/api/v1/emails`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.keys.send.token}`, 'content-type': 'application/json' },
      body,
    });
    await answer.dump();
    return statusCode === 200;
  };
}

function smtpClient({ smtp, tenant }: System, content: string): () => Promise<boolean> {
  const { id, token } = tenant.keys.send;
  const login = Buffer.from(`\0${id}\0${token}`).toString('base64');
  const message = largeMessage(tenant.domain.name, content);
  return async () => {
    const client = await openSmtpClient(smtp.startTlsPort);
    await client.command('EHLO bench.test\r\n', 250);
    await client.command(`AUTH PLAIN ${login}\r\n`, 235);
    await client.command(`MAIL FROM:<orders@${tenant.domain.name}>\r\n`, 250);
    await client.command('RCPT TO:<reader@recipients.test>\r\n', 250);
    await client.command('DATA\r\n', 354);
    await client.command([messageIdLine(), message, '.\r\n'], 250);
    await client.quit();
    return true;
  };
}

function largeMessage(domain: string, content: string): Buffer {
  const head = [
    `From: orders@${domain}`,
    'To: reader@recipients.test',
    'Subject: Plan',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=part',
    '',
    '--part',
    'Content-Type: text/plain',
    '',
    'Attached.',
    '--part',
    'Content-Type: application/octet-stream; name=plan.bin',
    'Content-Disposition: attachment; filename=plan.bin',
    'Content-Transfer-Encoding: base64',
    '',
  ];
  const lines = content.match(/.{1,76}/g) ?? [];
  return Buffer.from(`${[...head, ...lines, '--part--'].join('\r\n')}\r\n`);
}
