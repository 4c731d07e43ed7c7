import { createTestContext, eventually, platformHost, type TestContext } from '@postrider/testkit';
import { startInboundFixture, type InboundFixture } from '../../test/inbound-fixture';
import { openDialogue, type SmtpDialogue } from '../../test/smtp-dialogue';

let context: TestContext;
let fixture: InboundFixture;
beforeAll(async () => {
  context = await createTestContext();
});
afterAll(() => context.close());
const start = async (
  ...options: Parameters<typeof startInboundFixture> extends [unknown, ...infer Rest] ? Rest : never
) => {
  fixture = await startInboundFixture(context, ...options);
};
afterEach(() => fixture.close());

const report =
  'From: MAILER-DAEMON@remote.test\r\nSubject: Undelivered\r\n\r\nIt could not be delivered.\r\n';

async function atData(recipients: readonly string[], from = ''): Promise<SmtpDialogue> {
  const dialogue = await fixture.open();
  expect(await dialogue.say(`MAIL FROM:<${from}>\r\n`)).toBe('250 2.1.0 Accepted');
  for (const recipient of recipients) {
    expect(await dialogue.say(`RCPT TO:<${recipient}>\r\n`)).toBe('250 2.1.5 Accepted');
  }
  expect(await dialogue.say('DATA\r\n')).toMatch(/^354 /);
  return dialogue;
}

interface Row {
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

async function spooled(reply: string): Promise<Row> {
  const id = /^250 2\.0\.0 queued as ([0-9a-f-]{36})$/.exec(reply)?.[1];
  expect(reply).toContain('250 2.0.0 queued as');
  const { rows } = await context.pool.query<Row>(
    'SELECT s.*, c.raw FROM inbound_spool s JOIN inbound_spool_contents c ON c.mail_id = s.id WHERE s.id = $1',
    [id],
  );
  expect(rows).toHaveLength(1);
  return rows[0] as Row;
}

it('has committed what it answers 250 for, as it came and with its trace, and tells a worker', async () => {
  await start();
  const address = fixture.bounceAddress();
  const dialogue = await atData([address.toUpperCase()]);
  const row = await spooled(await dialogue.say(`${report}.\r\n`));
  expect(row).toMatchObject({
    mail_from: '',
    recipients: [address.toUpperCase().replace(/@.*/, '') + address.slice(address.indexOf('@'))],
    client_address: '127.0.0.1',
    client_name: 'mx.remote.test',
    tls: false,
    status: 'received',
  });
  const text = row.raw.toString();
  expect(row.bytes).toBe(row.raw.length);
  expect(text.endsWith(`\r\n${report}`)).toBe(true);
  expect(text.slice(0, -report.length)).toMatch(
    new RegExp(
      '^Return-Path: <>\r\nReceived: from mx\\.remote\\.test \\(\\[127\\.0\\.0\\.1\\]\\)\r\n' +
        `\tby ${platformHost} \\(Postrider inbound\\) with ESMTP id ${row.id}\r\n` +
        '\tfor <B\\+[A-Z2-7]+@[a-z0-9.]+>; \\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]{8} \\+0000\r\n$',
    ),
  );
  await eventually(() => fixture.jobs.flatMap(({ mails }) => mails).some(({ id }) => id === row.id));
  dialogue.end();
});
