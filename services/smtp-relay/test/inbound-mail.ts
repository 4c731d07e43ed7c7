import type { TestContext } from '@postrider/testkit';
import type { InboundFixture } from './inbound-fixture';
import type { SmtpDialogue } from './smtp-dialogue';

export const report =
  'From: MAILER-DAEMON@remote.test\r\nSubject: Undelivered\r\n\r\nIt could not be delivered.\r\n';

/** A client that has received 354. */
export async function atData(
  fixture: InboundFixture,
  recipients: readonly string[],
  from?: string,
): Promise<SmtpDialogue> {
  const dialogue = await fixture.open(from);
  await toData(dialogue, recipients);
  return dialogue;
}

export async function toData(dialogue: SmtpDialogue, recipients: readonly string[]): Promise<void> {
  expect(await dialogue.say('MAIL FROM:<>\r\n')).toBe('250 2.1.0 Accepted');
  for (const recipient of recipients) {
    expect(await dialogue.say(`RCPT TO:<${recipient}>\r\n`)).toBe('250 2.1.5 Accepted');
  }
  expect(await dialogue.say('DATA\r\n')).toMatch(/^354 /);
}

export interface SpoolRow {
  id: string;
  mail_from: string;
  recipients: string[];
  client_address: string;
  client_name: string;
  tls: boolean;
  bytes: number;
  status: string;
  raw: Buffer;
}

/** The committed mail that a reply names. */
export async function mailOf(context: TestContext, reply: string): Promise<SpoolRow> {
  const id = /^250 2\.0\.0 queued as ([0-9a-f-]{36})$/.exec(reply)?.[1];
  if (id === undefined) throw new Error(`was not taken: ${reply}`);
  const { rows } = await context.pool.query<SpoolRow>(
    'SELECT s.*, c.raw FROM inbound_spool s JOIN inbound_spool_contents c ON c.mail_id = s.id WHERE s.id = $1',
    [id],
  );
  if (rows[0] === undefined) throw new Error(`${id} is not in the spool`);
  return rows[0];
}

/** Rows of both tables of the spool. */
export async function spoolCounts(context: TestContext): Promise<[mails: number, contents: number]> {
  const { rows } = await context.pool.query<{ mails: string; contents: string }>(
    'SELECT (SELECT count(*) FROM inbound_spool) AS mails, (SELECT count(*) FROM inbound_spool_contents) AS contents',
  );
  return [Number(rows[0]?.mails), Number(rows[0]?.contents)];
}
