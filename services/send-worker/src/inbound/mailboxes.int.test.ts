import { createDomain, createOrganization } from '@postrider/testkit';
import { startInboundHarness, type InboundHarness } from '../../test/inbound-harness';
import { lines, type SpooledMail } from '../../test/inbound-mails';

let harness: InboundHarness;
beforeAll(async () => {
  harness = await startInboundHarness();
});
afterAll(() => harness.close());

const mail = (...headers: readonly string[]): string =>
  lines(
    'From: Ada <ada@example.com>',
    'To: undisclosed-recipients:;',
    'Subject: Hi',
    ...headers,
    '',
    'Hello',
  );

interface Recorded {
  readonly organization_id: string;
  readonly domain_name: string;
  readonly rule: string;
  readonly received_for: string[];
  readonly email_id: string | null;
  readonly automatic: boolean;
}

async function record(given: SpooledMail): Promise<{ result: string | null; rows: readonly Recorded[] }> {
  const spoolId = await harness.receive(given);
  const { result } = await harness.settled(spoolId);
  const { rows } = await harness.context.pool.query<Recorded>(
    'SELECT * FROM inbound_emails WHERE spool_id = $1 ORDER BY domain_name',
    [spoolId],
  );
  return { result, rows };
}

const newDomain = async (overrides: Partial<Parameters<typeof createDomain>[1]> = {}) => {
  const { id: organizationId } = await createOrganization(harness.context.pool);
  return { organizationId, ...(await createDomain(harness.context.pool, { organizationId, ...overrides })) };
};

it('records which address and rule received a mail, in Bcc too', async () => {
  const { name } = await newDomain({ inboundRule: 'addresses', inboundAddresses: ['sales'] });
  const { result, rows } = await record({
    recipients: [`Sales+May@${name}`, `postmaster@${name}`],
    raw: mail(),
    mailFrom: 'ada@example.com',
  });
  expect(result).toBe('mail');
  expect(rows).toMatchObject([
    { rule: 'addresses', received_for: [`sales+may@${name}`, `postmaster@${name}`], automatic: false },
  ]);
});

it('a mail to several organizations is one mail for each organization, with its own addresses alone', async () => {
  const [one, other] = [
    await newDomain({ inboundRule: 'catch_all' }),
    await newDomain({ inboundRule: 'catch_all' }),
  ];
  const { rows } = await record({
    recipients: [`x@${one.name}`, `reply@reply.${one.name}`, `y@${other.name}`],
    raw: mail(),
  });
  const expected = [
    { organization_id: one.organizationId, received_for: [`x@${one.name}`, `reply@reply.${one.name}`] },
    { organization_id: other.organizationId, received_for: [`y@${other.name}`] },
  ];
  expect(rows).toHaveLength(2);
  for (const row of expected) expect(rows).toContainEqual(expect.objectContaining(row));
});

it('finds the email that a mail to any address answers, of its own organization alone', async () => {
  const { organizationId } = harness.sender;
  const own = await createDomain(harness.context.pool, { organizationId, inboundRule: 'catch_all' });
  const foreign = await newDomain({ inboundRule: 'catch_all' });
  const emailId = await harness.sent();
  const answer = mail(`In-Reply-To: <${emailId}@${harness.sender.domain.name}>`);
  const { result, rows } = await record({ recipients: [`x@${own.name}`, `x@${foreign.name}`], raw: answer });
  expect(result).toBe('reply');
  const emailIds = new Map(rows.map((row) => [row.organization_id, row.email_id]));
  expect(emailIds).toEqual(
    new Map([
      [organizationId, emailId],
      [foreign.organizationId, null],
    ]),
  );
});

it.each([
  ['a bounce', '', []],
  ['an absence note', 'ada@example.com', ['Auto-Submitted: auto-replied']],
])('keeps %s as an automatic mail, and sends nothing', async (_name, mailFrom, headers) => {
  const { name, organizationId } = await newDomain({ inboundRule: 'catch_all' });
  const { rows } = await record({ recipients: [`info@${name}`], raw: mail(...headers), mailFrom });
  expect(rows).toMatchObject([{ rule: 'catch_all', automatic: true }]);
  const { rowCount } = await harness.context.pool.query('SELECT FROM messages WHERE organization_id = $1', [
    organizationId,
  ]);
  expect(rowCount).toBe(0);
});

it('keeps a mail that was accepted before the rule changed, and none of a domain that is no longer verified', async () => {
  const { name } = await newDomain();
  expect((await record({ recipients: [`x@${name}`], raw: mail() })).rows).toHaveLength(1);
  const claimed = await newDomain({ status: 'pending', inboundRule: 'catch_all' });
  const { result, rows } = await record({ recipients: [`x@${claimed.name}`], raw: mail() });
  expect({ result, rows }).toEqual({ result: 'domain_deleted', rows: [] });
});
