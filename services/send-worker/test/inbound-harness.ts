import type { EmailStatus } from '@postrider/contracts/statuses';
import { createTestContext, eventually, type TestContext, deliveryReport } from '@postrider/testkit';
import { readSpool, returnPathOf, spoolMail, type SpooledMail, type SpoolState } from './inbound-mails';
import {
  createSender,
  queueMessage,
  readMessage,
  type QueuedOverrides,
  type TestSender,
  type StoredMessage,
} from './queue-message';
import { startTestWorker, type TestWorker, type TestWorkerOptions } from './start-test-worker';

/** Engines, a sending organization, and a worker that reads the spool. */
export interface InboundHarness {
  readonly context: TestContext;
  readonly sender: TestSender;
  readonly worker: TestWorker;
  /** A message that has been handed over: its recipients have the status. @returns its id */
  sent(status?: EmailStatus, overrides?: QueuedOverrides & { readonly sender?: TestSender }): Promise<string>;
  /** Spools a mail and enqueues a job for it. @returns its id */
  receive(mail: SpooledMail): Promise<string>;
  enqueue(...ids: readonly string[]): Promise<void>;
  spool(id: string): Promise<SpoolState>;
  /** Waits until the mail is settled. */
  settled(id: string): Promise<SpoolState>;
  /** Receives a mail and waits until it is settled. @returns what it was found to be */
  resultOf(mail: SpooledMail): Promise<string | null>;
  read(messageId: string): Promise<StoredMessage>;
  suppressions(): Promise<readonly { email: string; reason: string; source_email_id: string | null }[]>;
  close(): Promise<void>;
}

export async function startInboundHarness(
  settings: Readonly<Record<string, string>> = {},
  options: TestWorkerOptions = {},
): Promise<InboundHarness> {
  const context = await createTestContext();
  const sender = await createSender(context);
  const worker = await startTestWorker(context, settings, options);
  const spool = (id: string): Promise<SpoolState> => readSpool(context, id);
  const enqueue: InboundHarness['enqueue'] = async (...ids) => {
    const mails = ids.map((id) => ({ id }));
    await worker.broker.publisher.publishJob('send-worker.inbound', { mails });
  };
  const receive: InboundHarness['receive'] = async (mail) => {
    const id = await spoolMail(context, mail);
    await enqueue(id);
    return id;
  };
  const settled: InboundHarness['settled'] = async (id) => {
    await eventually(async () => (await spool(id)).status !== 'received', {
      what: 'a settled mail',
      timeoutMs: 45_000,
    });
    return spool(id);
  };
  return {
    context,
    sender,
    worker,
    enqueue,
    receive,
    spool,
    settled,
    sent: (status = 'delivered', overrides = {}) => sentMessage(context, { sender, status, ...overrides }),
    resultOf: async (mail) => (await settled(await receive(mail))).result,
    read: (messageId) => readMessage(context, messageId),
    suppressions: async () => {
      const { rows } = await context.pool.query<{
        email: string;
        reason: string;
        source_email_id: string | null;
      }>('SELECT email, reason, source_email_id FROM suppressions ORDER BY email');
      return rows;
    },
    close: async () => {
      await worker.close();
      await context.close();
    },
  };
}

async function sentMessage(
  context: TestContext,
  {
    sender,
    status,
    ...overrides
  }: QueuedOverrides & { readonly sender: TestSender; readonly status: EmailStatus },
): Promise<string> {
  const id = await queueMessage(context, sender, { dueAt: new Date('2100-01-01'), ...overrides });
  const header = `<${id}@${sender.domain.name}>`;
  await context.pool.query(
    `WITH moved AS (UPDATE recipients SET status = $2 WHERE message_id = $1)
     UPDATE messages SET status = $2, sent_at = now(), message_id_header = $3,
       final_at = CASE WHEN $2 <> 'queued' THEN now() END WHERE id = $1`,
    [id, status, header],
  );
  return id;
}

/** The report of a mailbox that does not exist, at the return path of a recipient. */
export function bounceOf(messageId: string, ordinal = 0): SpooledMail {
  return { recipients: [returnPathOf(messageId, ordinal)], raw: deliveryReport({}) };
}
