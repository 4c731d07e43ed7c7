import fs from 'node:fs';
import { createTransport } from 'nodemailer';
import type { System } from '../../system/system';
import { bodyText } from './message';
import type { SubmissionResult, Submitter } from './submission';

const connectionsMax = 8;
const timeoutMs = 20_000;

/** Sends by SMTP submission. The Message-ID stays the same over all tries: the relay recognises it. */
export function createSmtpSubmitter(system: System): Submitter {
  const { domain, keys } = system.tenant;
  const { host, startTlsPort, caFile } = system.smtp;
  const transport = createTransport({
    pool: true,
    maxConnections: connectionsMax,
    maxMessages: Infinity,
    host,
    port: startTlsPort,
    requireTLS: true,
    tls: { ca: fs.readFileSync(caFile) },
    auth: { user: keys.live.id, pass: keys.live.token },
    connectionTimeout: 5_000,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  return {
    submit: async ({ number, recipients }) => {
      try {
        const { response } = await transport.sendMail({
          from: `Shop <orders@${domain.name}>`,
          to: [...recipients],
          subject: `Order ${number}`,
          text: bodyText,
          messageId: `<order-${number}@shop.test>`,
          date: new Date(0),
        });
        return classifyAnswer(response);
      } catch (error) {
        return failure(error as { responseCode?: number; code?: string; message: string });
      }
    },
    close: () => {
      transport.close();
      return Promise.resolve();
    },
  };
}

function classifyAnswer(reply: string): SubmissionResult {
  const id = /queued as ([0-9a-f-]{36})/.exec(reply)?.[1];
  return id === undefined
    ? { kind: 'refused', cause: `SMTP reply without id: ${reply}` }
    : { kind: 'accepted', id };
}

function failure({
  responseCode,
  code,
  message,
}: {
  responseCode?: number;
  code?: string;
  message: string;
}): SubmissionResult {
  if (responseCode === undefined) return { kind: 'failed', cause: `SMTP ${code ?? message}` };
  return { kind: responseCode >= 500 ? 'refused' : 'failed', cause: `SMTP ${responseCode}` };
}
