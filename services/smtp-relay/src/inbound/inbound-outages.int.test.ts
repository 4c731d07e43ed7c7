import { openTransaction, platformHost, useTestContext } from '@postrider/testkit';
import { startInboundFixture, type InboundFixture } from '../../test/inbound-fixture';
import { atData, mailOf, report, spoolCounts, toData } from '../../test/inbound-mail';

let fixture: InboundFixture;
const context = useTestContext();
afterEach(() => fixture.close());

const complaints = `fbl@${platformHost}`;
const temporary = /^451 4\.4\.1 /;

it('without the database no address is refused for good, and a connection stays open for the next try', async () => {
  fixture = await startInboundFixture(context, { databaseUrl: 'postgres://away@127.0.0.1:1/none' });
  const dialogue = await fixture.open();
  await dialogue.say('MAIL FROM:<>\r\n');
  for (let attempt = 0; attempt < 5; attempt += 1) {
    expect(await dialogue.say(`RCPT TO:<${fixture.bounceAddress()}>\r\n`)).toMatch(temporary);
    expect(await dialogue.say('RCPT TO:<x@nowhere.test>\r\n')).toMatch(temporary);
  }
  // Known without it, but nothing could be kept.
  expect(await dialogue.say(`RCPT TO:<${complaints}>\r\n`)).toMatch(/^250 /);
  await dialogue.say('DATA\r\n');
  expect(await dialogue.say(`${report}.\r\n`)).toMatch(temporary);
  expect(await dialogue.say('NOOP\r\n')).toMatch(/^250 /);
  expect(fixture.jobs).toEqual([]);
  dialogue.end();
});

it('before the database is known to be ours, nothing is taken and nothing refused for good', async () => {
  let isProven = false;
  fixture = await startInboundFixture(context, { isProven: () => isProven });
  const dialogue = await fixture.open();
  await dialogue.say('MAIL FROM:<>\r\n');
  for (const address of [fixture.bounceAddress(), complaints, 'x@nowhere.test']) {
    expect(await dialogue.say(`RCPT TO:<${address}>\r\n`)).toMatch(temporary);
  }
  isProven = true;
  expect(await dialogue.say(`RCPT TO:<${fixture.bounceAddress()}>\r\n`)).toMatch(/^250 /);
  dialogue.end();
});

it('a commit that fails is answered 451, leaves nothing half written, and the next mail is taken', async () => {
  fixture = await startInboundFixture(context, { statementTimeoutMs: 5_000 });
  const dialogue = await atData(fixture, [fixture.bounceAddress()]);
  const before = await spoolCounts(context);
  // The second table of the statement: the row of the first is written and then undone.
  const blocker = await openTransaction(context.pool, 'LOCK TABLE inbound_spool_contents IN SHARE MODE');
  const cut = dialogue.say(`${report}.\r\n`);
  const { pid } = await blocker.isWaitedFor();
  await context.pool.query('SELECT pg_terminate_backend($1)', [pid]);
  expect(await cut).toMatch(temporary);
  await toData(dialogue, [fixture.bounceAddress()]);
  // The server gives up on a statement that waits for too long.
  expect(await dialogue.say(`${report}.\r\n`)).toMatch(temporary);
  await blocker.rollback();
  expect(await spoolCounts(context)).toEqual(before);
  expect(await fixture.metric('smtp_relay_inbound_mails', 'reply="451"')).toBe(2);
  await toData(dialogue, [fixture.bounceAddress()]);
  await mailOf(context, await dialogue.say(`${report}.\r\n`));
  dialogue.end();
});

it('a listener that closes lets open transactions end, and publishes their jobs', async () => {
  fixture = await startInboundFixture(context);
  const [busy, idle] = [await atData(fixture, [complaints]), await fixture.open()];
  const closing = fixture.close();
  expect(await idle.nextReply()).toMatch(/^421 4\.3\.2 /);
  const row = await mailOf(context, await busy.say(`${report}.\r\n`));
  busy.end();
  await closing;
  expect(fixture.jobs.flatMap(({ mails }) => mails.map(({ id }) => id))).toEqual([row.id]);
});
