/**
 * Floor of sending: nodemailer's own pool with DKIM, its key in PEM as its manual shows it.
 * Environment: SMTP_PORT, DOMAIN, DKIM_KEY (PEM), COUNT.
 */
import nodemailer from 'nodemailer';
import { mailsOfTenKilobytes } from '../mails';
import { inParallel, tellRun } from './tell-run';

const { SMTP_PORT = '', DOMAIN = '', DKIM_KEY = '', COUNT = '0' } = process.env;
const connections = 20;
const warmUp = 100;

const transport = nodemailer.createTransport({
  pool: true,
  host: '127.0.0.1',
  port: Number(SMTP_PORT),
  secure: false,
  ignoreTLS: true,
  maxConnections: connections,
  maxMessages: Infinity,
  dkim: { domainName: DOMAIN, keySelector: 'pr1', privateKey: DKIM_KEY },
});

async function main(): Promise<void> {
  const mails = mailsOfTenKilobytes(DOMAIN, Number(COUNT) + warmUp);
  const sendFrom = (first: number) => (index: number) => transport.sendMail(mails[first + index] ?? {});
  await inParallel({ count: warmUp, concurrency: connections }, sendFrom(0));
  await tellRun(async () => {
    await inParallel({ count: Number(COUNT), concurrency: connections }, sendFrom(warmUp));
    return Number(COUNT);
  });
  transport.close();
}

void main();
