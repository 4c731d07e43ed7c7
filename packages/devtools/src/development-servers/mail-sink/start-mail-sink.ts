import { createReadStream } from 'node:fs';
import type { IncomingMessage, Server } from 'node:http';
import { unfoldHeaders } from './unfold-headers';

/** Some 10 KB each: bounded memory under any load, and enough to look back on a benchmark. */
const messagesKept = 10_000;

/** A header block larger than this is cut off; the source stays whole. */
const headerOctetsMax = 256 * 1024;

/**
 * MailDev, with the API of its first two majors: since the third it lives below `/api`, and header fields
 * that its parser understands (From, Date, DKIM-Signature, List-*) are missing from `headers`.
 */
export async function startMailSink(options: {
  smtpPort: number;
  apiPort: number;
  host: string;
}): Promise<void> {
  const { MailDev } = await import('maildev');
  const mailDev = new MailDev({
    smtp: options.smtpPort,
    web: options.apiPort,
    ip: options.host,
    webIp: options.host,
    maxEmails: messagesKept,
    silent: true,
  });
  const { storage, api } = await mailDev.start();
  const save = storage.save.bind(storage);
  storage.save = async (email) => {
    email.headers = { ...(await readHeaders(email.source)), ...email.headers };
    await save(email);
  };
  const server = (api as unknown as { server?: { server?: Server } } | undefined)?.server?.server;
  server?.prependListener('request', (request: IncomingMessage) => {
    if (request.url?.startsWith('/email')) request.url = `/api${request.url}`;
    // Its page is for those who ask for HTML alone: curl, which takes anything, would get a 404.
    if (request.url === '/') request.headers.accept = 'text/html';
  });
}

async function readHeaders(file: string): Promise<Record<string, string | string[]>> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(file, { end: headerOctetsMax })) {
    chunks.push(chunk as Buffer);
    if (chunks.some((each) => each.includes('\r\n\r\n'))) break;
  }
  return unfoldHeaders(Buffer.concat(chunks).toString('latin1'));
}
