import {
  createDomain,
  createOrganization,
  createTestContext,
  openTransaction,
  type DomainOverrides,
  type TestContext,
} from '@postrider/testkit';
import { startInboundFixture, stoppedClock, type InboundFixture } from '../../test/inbound-fixture';
import { mailOf, report, spoolCounts } from '../../test/inbound-mail';

let context: TestContext;
let fixture: InboundFixture;
let organizationId: string;

beforeAll(async () => {
  context = await createTestContext();
  fixture = await startInboundFixture(context);
  organizationId = (await createOrganization(context.pool)).id;
});
afterAll(async () => {
  await fixture.close();
  await context.close();
});

const accepted = '250 2.1.5 Accepted';
const unknown = '550 5.1.1 No such address here';

type Rule = Pick<DomainOverrides, 'inboundRule' | 'inboundAddresses' | 'status' | 'organizationId'>;
const domainWith = async (rule: Partial<Rule>): Promise<string> =>
  (await createDomain(context.pool, { organizationId, ...rule })).name;

/** The replies to recipients of one transaction, on its own connection. */
async function repliesTo(recipients: readonly string[], from = fixture): Promise<readonly string[]> {
  const dialogue = await from.open();
  await dialogue.say('MAIL FROM:<ada@remote.test> SMTPUTF8\r\n');
  const replies: string[] = [];
  for (const recipient of recipients) {
    replies.push(await dialogue.say(`RCPT TO:<${Buffer.from(recipient).toString('latin1')}>\r\n`));
  }
  dialogue.end();
  return replies;
}

it('takes listed addresses in any case and with a tag, postmaster and abuse, and no other', async () => {
  const name = await domainWith({ inboundRule: 'addresses', inboundAddresses: ['sales', 'büro'] });
  const good = ['sales', 'SALES', '"sales"', 'Sales+May', 'BÜRO', 'postmaster', 'Abuse+x'];
  expect(await repliesTo(good.map((each) => `${each}@${name}`))).toEqual(good.map(() => accepted));
  const bad = [
    'sale',
    'sales.x',
    'info',
    '+sales',
    'sales%example.com',
    '"sales!team"',
    'fbl',
    'dmarc',
    'tls-reports',
  ];
  expect(await repliesTo(bad.map((each) => `${each}@${name}`))).toEqual(bad.map(() => unknown));
});

it('takes any address with catch_all, except reserved ones and what others could read as a route', async () => {
  const name = await domainWith({ inboundRule: 'catch_all' });
  const good = ['anything', 'a.b+c', 'postmaster', 'müller'];
  expect(await repliesTo(good.map((each) => `${each}@${name}`))).toEqual(good.map(() => accepted));
  const bad = ['b+x', 'b', 'reply', 'reply+x', 'fbl', 'dmarc', 'victim%example.com', 'example.com!victim'];
  expect(await repliesTo(bad.map((each) => `${each}@${name}`))).toEqual(bad.map(() => unknown));
  expect(await repliesTo([`anything@below.${name}`, `anything@reply.${name}`])).toEqual([unknown, unknown]);
});

it('commits a mail for those of several recipients that were accepted', async () => {
  const listed = await domainWith({ inboundRule: 'addresses', inboundAddresses: ['sales'] });
  const all = await domainWith({ inboundRule: 'catch_all', organizationId: fixture.domain.organizationId });
  const dialogue = await fixture.open();
  await dialogue.say('MAIL FROM:<>\r\n');
  expect(await dialogue.say(`RCPT TO:<Sales+1@${listed}>\r\n`)).toBe(accepted);
  expect(await dialogue.say(`RCPT TO:<info@${listed}>\r\n`)).toBe(unknown);
  expect(await dialogue.say(`RCPT TO:<info@${all}>\r\n`)).toBe(accepted);
  await dialogue.say('DATA\r\n');
  const { recipients, mail_from } = await mailOf(context, await dialogue.say(`${report}.\r\n`));
  expect({ recipients, mail_from }).toEqual({
    recipients: [`Sales+1@${listed}`, `info@${all}`],
    mail_from: '',
  });
  dialogue.end();
});

it('takes replies as before, whatever the rule', async () => {
  for (const rule of [
    {},
    { inboundRule: 'addresses', inboundAddresses: ['sales'] },
    { inboundRule: 'catch_all' },
  ] as const) {
    const name = await domainWith(rule);
    expect(await repliesTo([`reply@reply.${name}`])).toEqual([accepted]);
  }
  const name = await domainWith({});
  expect(await repliesTo([`sales@${name}`, `postmaster@${name}`])).toEqual([unknown, unknown]);
});

it.each(['pending', 'failed', 'disabled'] as const)(
  'takes nothing for a domain that is %s',
  async (status) => {
    const name = await domainWith({ status, inboundRule: 'catch_all' });
    const before = await spoolCounts(context);
    expect(await repliesTo([`sales@${name}`, `reply@reply.${name}`])).toEqual([unknown, unknown]);
    expect(await spoolCounts(context)).toEqual(before);
  },
);

it('takes a name that two organizations claim for the verified one alone', async () => {
  const claimed = await domainWith({ status: 'failed', inboundRule: 'catch_all' });
  expect(await repliesTo([`sales@${claimed}`])).toEqual([unknown]);
  const { id: owner } = await createOrganization(context.pool);
  const rule = { inboundRule: 'addresses', inboundAddresses: ['info'] } as const;
  const name = `held-${claimed}`;
  await createDomain(context.pool, { organizationId, name, status: 'failed', inboundRule: 'catch_all' });
  await createDomain(context.pool, { organizationId: owner, name, ...rule });
  expect(await repliesTo([`info@${name}`, `sales@${name}`])).toEqual([accepted, unknown]);
});

it('looks a flood of unknown addresses up once', async () => {
  // What is known of a host is looked up again after ten seconds.
  const remembering = await startInboundFixture(context, { clock: stoppedClock() });
  const name = await domainWith({ inboundRule: 'addresses', inboundAddresses: ['sales'] });
  await repliesTo([`sales@${name}`], remembering);
  // A query to the database would wait now and end with 451.
  const blocker = await openTransaction(context.pool, 'LOCK TABLE domains IN ACCESS EXCLUSIVE MODE');
  const guesses = Array.from({ length: 15 }, (_none, n) => `guess${n}@${name}`);
  for (let client = 0; client < 5; client += 1) {
    expect(await repliesTo(guesses, remembering)).toEqual(guesses.map(() => unknown));
  }
  await blocker.rollback();
  await remembering.close();
});

it("slows down mail for one organization's mailboxes beyond its rate, and no other mail", async () => {
  const settings = { INBOUND_MAILBOX_MESSAGES_PER_MINUTE: 3 };
  const slow = await startInboundFixture(context, { settings, clock: stoppedClock() });
  const flooded = await domainWith({ inboundRule: 'catch_all' });
  const second = await domainWith({ inboundRule: 'catch_all' });
  const other = await domainWith({ inboundRule: 'catch_all', organizationId: slow.domain.organizationId });
  const tooMany = '451 4.7.1 Too many messages for this domain, try again later';
  const to = [1, 2, 3, 4].map((n) => `x${n}@${flooded}`);
  expect(await repliesTo(to, slow)).toEqual([accepted, accepted, accepted, tooMany]);
  // Of the organization, not of the domain; who guesses is still answered.
  expect(await repliesTo([`x@${second}`, `b+x@${flooded}`], slow)).toEqual([tooMany, unknown]);
  expect(await repliesTo([`reply@reply.${flooded}`, `x@${other}`], slow)).toEqual([accepted, accepted]);
  expect(await slow.metric('smtp_relay_inbound_refused_recipients', 'reason="over_rate"')).toBe(2);
  await slow.close();
});
