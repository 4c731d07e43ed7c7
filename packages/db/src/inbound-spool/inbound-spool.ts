import { createBatcher } from '@postrider/runtime';
import type { Pool } from 'pg';

/** A mail of the inbound listener, or a notification of a provider. */
export interface SpooledMail {
  readonly id: string;
  /** `smtp`, or the provider. */
  readonly source: string;
  readonly mailFrom: string;
  readonly recipients: readonly string[];
  readonly clientAddress: string;
  readonly clientName: string;
  readonly tls: boolean;
  readonly receivedAt: Date;
  /** Its octets, in parts that follow each other. */
  readonly parts: readonly Buffer[];
}

export interface InboundSpool {
  /** Resolves when the mail is committed, with others that came at the same time. @throws what the database throws, and OverloadedError */
  store(mail: SpooledMail): Promise<void>;
  /** Resolves when nothing is on its way to the database. */
  drain(): Promise<void>;
}

/** Larger mails wait among themselves, so that a report never waits for a file. */
const largeBytesMin = 65_536;
/** Of one statement of large mails; one that is larger goes alone. */
const groupBytesMax = 8_388_608;

/** The writer of `inbound_spool`: once stored there, a mail is read whatever happens to queues and workers. */
export function createInboundSpool({
  pool,
  onBatch,
}: {
  readonly pool: Pool;
  /** Called with the size of each batch. */
  readonly onBatch?: (size: number) => void;
}): InboundSpool {
  const common = {
    run: (mails: readonly SpooledMail[]) => insertMails(pool, mails),
    ...(onBatch && { onBatch }),
    batchMax: 100,
  };
  // At most 6.5 MB.
  const small = createBatcher({ ...common, name: 'inbound spool', waitingMax: 5_000 });
  const large = createBatcher({
    ...common,
    name: 'inbound spool, large',
    weightOf: bytesOf,
    weightMax: groupBytesMax,
    inFlightMax: 1,
    waitingMax: 500,
  });
  return {
    store: (mail) => (bytesOf(mail) < largeBytesMin ? small : large).submit(mail),
    drain: async () => {
      await Promise.all([small.drain(), large.drain()]);
    },
  };
}

function bytesOf({ parts }: SpooledMail): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** $1 mails, $2 their octets one after the other: one binary parameter, where an array of `bytea` would be twice as long. */
const insertMailsSql = `
WITH mail AS (
  SELECT * FROM json_to_recordset($1::json) AS m (
    id uuid, source text, mail_from text, recipients text[], client_address text, client_name text, tls boolean,
    received_at timestamptz, first_byte integer, bytes integer)
), contents_written AS (
  INSERT INTO inbound_spool_contents (mail_id, raw)
  SELECT id, substr($2::bytea, first_byte, bytes) FROM mail
)
INSERT INTO inbound_spool (
  id, source, mail_from, recipients, client_address, client_name, tls, bytes, received_at)
SELECT id, source, mail_from, recipients, client_address, client_name, tls, bytes, received_at FROM mail`;

async function insertMails(pool: Pool, mails: readonly SpooledMail[]): Promise<undefined[]> {
  let position = 1;
  const rows = mails.map((mail) => {
    const bytes = bytesOf(mail);
    const first_byte = position;
    position += bytes;
    return {
      id: mail.id,
      source: mail.source,
      mail_from: mail.mailFrom,
      recipients: mail.recipients,
      client_address: mail.clientAddress,
      client_name: mail.clientName,
      tls: mail.tls,
      received_at: mail.receivedAt,
      first_byte,
      bytes,
    };
  });
  await pool.query({
    name: 'inbound-spool.insert-mails',
    text: insertMailsSql,
    values: [JSON.stringify(rows), Buffer.concat(mails.flatMap(({ parts }) => parts))],
  });
  return mails.map(() => undefined);
}
