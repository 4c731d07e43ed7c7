import {
  createTestContext,
  eventually,
  openTransaction,
  platformHost,
  type TestContext,
} from '@postrider/testkit';
import { createTransport } from 'nodemailer';
import { startInboundFixture, type InboundFixture } from '../../test/inbound-fixture';
import { atData, mailOf, report, spoolCounts, toData } from '../../test/inbound-mail';
import { openDialogue } from '../../test/smtp-dialogue';

let context: TestContext;
let fixture: InboundFixture;
beforeAll(async () => {
  context = await createTestContext();
  fixture = await startInboundFixture(context);
});
afterAll(async () => {
  await fixture.close();
  await context.close();
});

describe('a mail that is taken', () => {
  it('is committed as it came, with its trace, and a job is published', async () => {
    const address = fixture.bounceAddress();
    const dialogue = await atData(fixture, [address]);
    const row = await mailOf(context, await dialogue.say(`${report}.\r\n`));
    expect(row).toMatchObject({
      mail_from: '',
      recipients: [address],
      client_address: '127.0.0.1',
      client_name: 'mx.remote.test',
      tls: false,
      bytes: row.raw.length,
      status: 'received',
    });
    const text = row.raw.toString();
    expect(text.endsWith(`\r\n${report}`)).toBe(true);
    expect(text.slice(0, -report.length)).toMatch(
      new RegExp(
        '^Return-Path: <>\r\nReceived: from mx\\.remote\\.test \\(\\[127\\.0\\.0\\.1\\]\\)\r\n' +
          `\tby ${platformHost} \\(Postrider inbound\\) with ESMTP id ${row.id}\r\n` +
          '\tfor <b\\+[a-z2-7]+@[a-z0-9.]+>; \\w{3}, \\d\\d \\w{3} \\d{4} [\\d:]{8} \\+0000\r\n$',
      ),
    );
    await eventually(() => fixture.jobs.flatMap(({ mails }) => mails).some(({ id }) => id === row.id));
    expect(fixture.logged.map((line) => JSON.parse(line) as object)).toContainEqual(
      expect.objectContaining({
        inbound_id: row.id,
        client_address: '127.0.0.1',
        reply: '250',
        recipients: 1,
      }),
    );
    dialogue.end();
  });

  it.each([
    ['müller@müller.test', 'müller@xn--mller-kva.test'],
    ['a@xn--mller-kva.test', 'a@xn--mller-kva.test'],
    ["o'neill@REMOTE.test", "o'neill@remote.test"],
    ['a@[192.0.2.1]', 'a@[192.0.2.1]'],
  ])('may come from %s', async (from, kept) => {
    const dialogue = await fixture.open();
    const path = Buffer.from(from).toString('latin1');
    const said = await dialogue.say(`MAIL FROM:<${path}> SMTPUTF8 BODY=8BITMIME\r\n`);
    expect(said).toMatch(/^250 /);
    await dialogue.say(`RCPT TO:<${fixture.replyAddress()}>\r\n`);
    await dialogue.say('DATA\r\n');
    const { mail_from, raw } = await mailOf(context, await dialogue.say(`${report}.\r\n`));
    expect(mail_from).toBe(kept);
    expect(raw.toString().split('\r\n')[0]).toBe(`Return-Path: <${kept}>`);
    dialogue.end();
  });

  it('may have several recipients, a null sender, and octets that are no text', async () => {
    const recipients = [fixture.bounceAddress(), fixture.replyAddress(), `dmarc@${platformHost}`];
    const dialogue = await atData(fixture, recipients);
    const body = Buffer.from(Array.from({ length: 256 }, (_none, octet) => octet)).toString('latin1');
    const odd = `Subject: x\r\n\r\n${body.replace(/[\0\r\n]/g, '')}\r\n..stuffed\r\n`;
    const row = await mailOf(context, await dialogue.say(`${odd}.\r\n`));
    expect(row.recipients).toEqual(recipients);
    expect(row.raw.toString('latin1').endsWith(odd.replace('\r\n..', '\r\n.'))).toBe(true);
    // None of several recipients gets to know the others.
    expect(row.raw.toString('latin1')).not.toContain('\tfor <');
    dialogue.end();
  });

  it('comes over TLS from a stock client, several on one connection', async () => {
    const transport = createTransport({
      host: '127.0.0.1',
      port: fixture.listener.port,
      requireTLS: true,
      pool: true,
      maxConnections: 1,
      tls: { rejectUnauthorized: false },
    });
    for (let message = 0; message < 3; message += 1) {
      const to = fixture.replyAddress();
      const { response } = await transport.sendMail({
        from: 'a@remote.test',
        to,
        subject: 'Re: x',
        text: 'ok',
      });
      const row = await mailOf(context, response);
      expect(row).toMatchObject({ tls: true, mail_from: 'a@remote.test', recipients: [to] });
      expect(row.raw.toString()).toContain(' with ESMTPS id ');
    }
    transport.close();
  });

  /** No mail is committed from then on. */
  const holdCommits = () => openTransaction(context.pool, 'LOCK TABLE inbound_spool IN SHARE MODE');

  it('is answered after its commit, and not before', async () => {
    const commits = await holdCommits();
    const dialogue = await atData(fixture, [fixture.bounceAddress()]);
    const reply = dialogue.say(`${report}.\r\n`);
    await commits.isWaitedFor();
    const before = await spoolCounts(context);
    await commits.rollback();
    await mailOf(context, await reply);
    expect(await spoolCounts(context)).toEqual(before.map((count) => count + 1));
    const { rows } = await context.pool.query<{ synchronous_commit: string }>('SHOW synchronous_commit');
    expect(rows[0]?.synchronous_commit).toBe('on');
    dialogue.end();
  });

  it('shares its commit with others that come at the same time', async () => {
    const clients = await Promise.all(
      Array.from({ length: 20 }, () => atData(fixture, [fixture.bounceAddress()])),
    );
    const before = await fixture.metric('smtp_relay_inbound_group_mails_count');
    // The first waits so long that others come meanwhile, however slow they are.
    const commits = await holdCommits();
    const said = Promise.all(clients.map((client) => client.say(`${report}.\r\n`)));
    await commits.isWaitedFor();
    await commits.rollback();
    await Promise.all((await said).map((reply) => mailOf(context, reply)));
    expect(await fixture.metric('smtp_relay_inbound_group_mails_count')).toBeLessThan(before + 20);
    for (const client of clients) client.end();
  });
});

describe('a mail that breaks off', () => {
  it('within DATA leaves nothing', async () => {
    const before = await spoolCounts(context);
    const dialogue = await atData(fixture, [fixture.bounceAddress()]);
    dialogue.write(report);
    dialogue.end();
    // What is said afterwards is handled afterwards.
    const other = await atData(fixture, [fixture.bounceAddress()]);
    await mailOf(context, await other.say(`${report}.\r\n`));
    expect(await spoolCounts(context)).toEqual(before.map((count) => count + 1));
    other.end();
  });

  it('after its final dot is there whole', async () => {
    const address = fixture.bounceAddress();
    const dialogue = await atData(fixture, [address]);
    dialogue.write(`${report}.\r\n`);
    dialogue.finish();
    await eventually(async () => {
      const { rows } = await context.pool.query<{ bytes: number; stored: number }>(
        `SELECT s.bytes, octet_length(c.raw) AS stored FROM inbound_spool s
         JOIN inbound_spool_contents c ON c.mail_id = s.id WHERE $1 = ANY(s.recipients)`,
        [address],
      );
      return rows.length === 1 && rows[0]?.bytes === rows[0]?.stored;
    });
  });
});

describe('a session', () => {
  it('offers TLS and no login', async () => {
    const dialogue = await openDialogue(fixture.listener.port);
    await dialogue.nextReply();
    const offers = (await dialogue.say('EHLO mx.remote.test\r\n')).split('\r\n').map((line) => line.slice(4));
    expect(offers.slice(1).sort()).toEqual([
      '8BITMIME',
      'ENHANCEDSTATUSCODES',
      'PIPELINING',
      'SIZE 2000000',
      'SMTPUTF8',
      'STARTTLS',
    ]);
    for (const command of ['AUTH PLAIN AGEAYg==', 'XCLIENT NAME=x', 'XFORWARD NAME=x', 'BDAT 1', 'TURN']) {
      expect(await dialogue.say(`${command}\r\n`)).toMatch(/^500 5\.5\.2 /);
    }
    expect(await dialogue.say('MAIL FROM:<> AUTH=<>\r\n')).toMatch(/^555 5\.5\.4 /);
    dialogue.end();
  });

  it('forgets what was said before its TLS, also what was said too early', async () => {
    const dialogue = await fixture.open();
    const early = `MAIL FROM:<evil@remote.test>\r\nRCPT TO:<${fixture.replyAddress()}>\r\nDATA\r\n${report}.\r\n`;
    expect(await dialogue.say(`STARTTLS\r\n${early}`)).toMatch(/^220 /);
    const secure = await dialogue.startTls();
    expect(await secure.say('DATA\r\n')).toMatch(/^503 /);
    const offers = await secure.say('EHLO mx.remote.test\r\n');
    expect(offers).not.toMatch(/STARTTLS|AUTH/);
    expect(await secure.say(`RCPT TO:<${fixture.replyAddress()}>\r\n`)).toMatch(/^503 /);
    await toData(secure, [fixture.bounceAddress()]);
    const row = await mailOf(context, await secure.say(`${report}.\r\n`));
    expect(row).toMatchObject({ mail_from: '', tls: true });
    secure.end();
  });

  const smuggled = `MAIL FROM:<smuggler@remote.test>\r\nRCPT TO:<fbl@${platformHost}>\r\nDATA\r\n`;
  it.each([
    '\n.\n',
    '\n.\r\n',
    '\r\n.\n',
    '\r.\r',
    '\r\n.\r',
    '\r.\r\n',
    '\n.\r',
    '\r\n\0.\r\n',
    '\r\n.\0\r\n',
  ])('ends a mail at CRLF.CRLF alone, and refuses what others would end at %j', async (end) => {
    const before = await spoolCounts(context);
    const dialogue = await atData(fixture, [fixture.bounceAddress()]);
    const reply = await dialogue.say(`Subject: a\r\n\r\nb${end}${smuggled}Subject: c\r\n\r\nd\r\n.\r\n`);
    expect(reply).toMatch(/^550 5\.6\.0 /);
    expect(await dialogue.say('NOOP\r\n')).toBe('250 2.0.0 OK');
    expect(await spoolCounts(context)).toEqual(before);
    dialogue.end();
  });

  it('takes commands that come together, and answers each', async () => {
    const dialogue = await fixture.open();
    dialogue.write(`MAIL FROM:<>\r\nRCPT TO:<${fixture.bounceAddress()}>\r\nRCPT TO:<x@y.test>\r\nDATA\r\n`);
    for (const code of ['250', '250', '550', '354']) {
      expect((await dialogue.nextReply()).slice(0, 3)).toBe(code);
    }
    dialogue.write(`${report}.\r\nMAIL FROM:<>\r\nQUIT\r\n`);
    await mailOf(context, await dialogue.nextReply());
    expect(await dialogue.nextReply()).toMatch(/^250 /);
    expect(await dialogue.nextReply()).toMatch(/^221 /);
    await dialogue.closed;
  });
});

describe('a mail that goes round', () => {
  const hops = (count: number): string =>
    'Received: from a.test\r\n\tby b.test;\r\n Sun, 1 Nov 2026 00:00:00 +0000\r\n'.repeat(count);
  const refused = async (header: string, address = fixture.bounceAddress()): Promise<string> => {
    const dialogue = await atData(fixture, [address]);
    const reply = await dialogue.say(`${header}${report}.\r\n`);
    dialogue.end();
    return reply;
  };

  it('is refused after fifty hops', async () => {
    expect(await refused(hops(50))).toMatch(/^250 /);
    expect(await refused(hops(51))).toMatch(/^554 5\.4\.6 /);
    // The returned mail's own hops are in the body.
    expect(await refused(`${report}${hops(51)}`)).toMatch(/^250 /);
  });

  it('is refused when it was delivered to its recipient before', async () => {
    const address = fixture.replyAddress();
    expect(await refused(`Delivered-To:\r\n ${address.toUpperCase()}\r\n`, address)).toMatch(/^554 5\.4\.6 /);
    expect(await refused('Delivered-To: another@remote.test\r\n')).toMatch(/^250 /);
  });

  it('is refused when it was here before', async () => {
    const dialogue = await atData(fixture, [fixture.bounceAddress()]);
    const { raw } = await mailOf(context, await dialogue.say(`${report}.\r\n`));
    dialogue.end();
    expect(await refused(raw.toString().replace(report, ''))).toMatch(/^554 5\.4\.6 /);
  });
});
