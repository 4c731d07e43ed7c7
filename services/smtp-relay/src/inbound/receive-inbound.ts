import { setImmediate } from 'node:timers/promises';
import { newId } from '@postrider/contracts/ids';
import type { InboundSpool } from '@postrider/db';
import { hasBareNewlineOrNul } from '@postrider/mail';
import { type Clock, type Logger, type Metrics } from '@postrider/runtime';
import { ReplyError, replies } from '../session/smtp-reply';
import type { InboundJobPublisher } from './inbound-job-publisher';
import { isLooping, traceFields } from './trace-fields';

/** A complete SMTP transaction with another mail server. */
export interface InboundTransaction {
  readonly raw: Buffer;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly clientAddress: string;
  readonly clientName: string;
  readonly protocol: string;
  readonly tls: boolean;
}

/** Takes responsibility for a mail: resolves with the id under which it is committed. @throws ReplyError, or what the database throws */
export type ReceiveInbound = (transaction: InboundTransaction) => Promise<string>;

export interface ReceiveInboundOptions {
  readonly name: string;
  readonly spool: InboundSpool;
  readonly jobs: InboundJobPublisher;
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export function createReceiveInbound(options: ReceiveInboundOptions): ReceiveInbound {
  const { log, metrics } = options;
  const received = metrics.counter('smtp_relay_inbound_mails', 'Inbound emails by reply', {
    reply: ['250', '451'],
  });
  const receivedBytes = metrics.counter('smtp_relay_inbound_bytes', 'Bytes of accepted inbound emails');
  const seconds = metrics.histogram(
    'smtp_relay_inbound_seconds',
    'Time from the final dot of an inbound email to its reply',
  );
  return async (transaction) => {
    const startedMs = performance.now();
    const bytes = transaction.raw.length;
    const id = newId();
    const finish = (reply: string): void => {
      const durationMs = performance.now() - startedMs;
      received.add(1, { reply });
      seconds.record(durationMs / 1_000);
      const { clientAddress, recipients } = transaction;
      log.info(
        {
          inbound_id: id,
          client_address: clientAddress,
          reply,
          recipients: recipients.length,
          bytes,
          duration_ms: Math.round(durationMs),
        },
        'inbound mail answered',
      );
    };
    try {
      await receive(options, transaction, id);
      finish('250');
      receivedBytes.add(bytes);
      return id;
    } catch (error) {
      const isReply = error instanceof ReplyError;
      if (!isReply) log.error({ err: error, inbound_id: id }, 'inbound email could not be stored');
      finish(String(isReply ? error.responseCode : replies.temporary.code));
      throw error;
    }
  };
}

async function receive(
  { name, spool, jobs, clock }: ReceiveInboundOptions,
  transaction: InboundTransaction,
  id: string,
): Promise<void> {
  const { raw, mailFrom, recipients, clientAddress, clientName, tls } = transaction;
  if (isLooping(raw, { recipients, name })) throw new ReplyError(replies.loop);
  if (await isUnfit(raw)) throw new ReplyError(replies.bareNewline);
  const receivedAt = clock.now();
  const trace = traceFields({ ...transaction, id, receivedAt }, name);
  const parts = [trace, raw];
  const envelope = { mailFrom, recipients, clientAddress, clientName, tls };
  await spool.store({ id, source: 'smtp', ...envelope, receivedAt, parts });
  jobs.enqueue(id);
}

/** 2 ms of looking. */
const turnBytes = 524_288;
const cr = 0x0d;

/** Others get a turn between two parts of a large mail. */
async function isUnfit(raw: Buffer): Promise<boolean> {
  for (let start = 0; start < raw.length;) {
    let end = Math.min(start + turnBytes, raw.length);
    // What stands after a CR decides about it.
    if (raw[end - 1] === cr && end < raw.length) end += 1;
    if (hasBareNewlineOrNul(raw.subarray(start, end))) return true;
    start = end;
    if (start < raw.length) await setImmediate();
  }
  return false;
}
