import type { DomainResource } from '@postrider/contracts/domains';
import type { EmailResource } from '@postrider/contracts/emails';
import { newId } from '@postrider/contracts/ids';
import type { InboundResource } from '@postrider/contracts/inbound';
import { createApiKey, createInboundEmail } from '@postrider/testkit';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';
import { insertEmail } from '../../../test/email-fixture';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness();
  harness.clock.stop();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant();
  harness.cloudflare.refuse();
  harness.cloudflare.beforeWrite = () => undefined;
});

let count = 0;

async function createVerified(dnsMode = 'manual'): Promise<DomainResource> {
  const { body } = await tenant.create({ name: `d${(count += 1)}.zone.test`, dns_mode: dnsMode });
  if (dnsMode === 'cloudflare') await tenant.act(body.id, 'publish');
  harness.publish(...body.records);
  await harness.sweep();
  return tenant.read(body.id);
}

const remove = ({ id }: DomainResource) => harness.api.delete(`/domains/${id}`, tenant.key);
const recordsOf = ({ name }: DomainResource) =>
  (harness.cloudflare.zones.get('zone.test') ?? []).filter((record) => record.name.endsWith(`.${name}`));
const query = async (sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> =>
  (await harness.api.context.pool.query<Record<string, unknown>>(sql, values)).rows;

it('deletes the domain with its keys, suppressions and counters, and nothing of others', async () => {
  const { organizationId } = tenant;
  const domain = await createVerified();
  const other = await createVerified();
  for (const { id } of [domain, other]) {
    await query(
      `INSERT INTO suppressions (id, organization_id, email, reason, domain_id) VALUES ($1, $2, 'a@x.test', 'manual', $3)`,
      ...[newId(), organizationId, id],
    );
    await query(
      `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key) VALUES ($1, $2, now(), 'total', '')`,
      ...[organizationId, id],
    );
  }
  expect((await remove(domain)).status).toBe(204);
  expect((await harness.api.get(`/domains/${domain.id}`, tenant.key)).refusal).toBe('404 not_found');
  expect((await remove(domain)).refusal).toBe('404 not_found');
  for (const table of ['dkim_keys', 'suppressions', 'daily_counters']) {
    const left = await query(`SELECT domain_id FROM ${table} WHERE domain_id = ANY($1)`, [
      domain.id,
      other.id,
    ]);
    expect([table, left]).toEqual([table, [{ domain_id: other.id }]]);
  }
  expect((await tenant.create({ name: domain.name })).status).toBe(201);
});

it('keeps what receivers have reported about it, without a domain', async () => {
  const { organizationId } = tenant;
  const domain = await createVerified();
  const id = newId();
  await query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy,
       sender, source_count, received_at) VALUES ($1, $2, $3, $4, 'r', '1', now(), now(), '{}', '', 1, now())`,
    ...[id, organizationId, domain.id, domain.name],
  );
  await query(
    `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
     VALUES ($1, 0, '192.0.2.1', 1, 'none', true, true, $2, '{}')`,
    ...[id, domain.name],
  );
  expect((await remove(domain)).status).toBe(204);
  expect(
    await query(
      'SELECT domain_id, domain_name, source_ip FROM dmarc_reports r JOIN dmarc_sources s ON s.report_id = r.id WHERE r.id = $1',
      id,
    ),
  ).toEqual([{ domain_id: null, domain_name: domain.name, source_ip: '192.0.2.1' }]);
});

it('leaves replies, without a domain', async () => {
  const domain = await createVerified();
  const { pool } = harness.api.context;
  const { organizationId } = tenant;
  const { id } = await createInboundEmail(pool, { organizationId, domainId: domain.id });
  const restricted = await createApiKey(pool, { organizationId, domainIds: [(await createVerified()).id] });
  expect((await remove(domain)).status).toBe(204);
  expect(await query('SELECT domain_id FROM inbound_emails WHERE id = $1', id)).toEqual([
    { domain_id: null },
  ]);
  const { body } = await harness.api.get<InboundResource>(`/inbound/${id}`, tenant.key);
  expect(body).toMatchObject({ id, domain: 'mail.example.com', reply_text: 'Thanks!' });
  // Of no domain that a restricted key may see.
  expect((await harness.api.get(`/inbound/${id}`, restricted)).refusal).toBe('404 not_found');
});

it('deletion is refused for a domain that has messages, which goes on sending', async () => {
  const domain = await createVerified();
  await insertEmail(harness.api.context.pool, { organizationId: tenant.organizationId, domainId: domain.id });
  const answer = await remove(domain);
  expect(answer.refusal).toBe('409 domain_in_use');
  expect(answer.text).toContain('it has messages');
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('deletion is refused while active keys are restricted to it, and names each of them', async () => {
  const { pool } = harness.api.context;
  const { organizationId } = tenant;
  const domain = await createVerified();
  const restricted = { organizationId, domainIds: [domain.id] };
  const shop = await createApiKey(pool, { ...restricted, name: 'Shop' });
  const blog = await createApiKey(pool, { ...restricted, name: 'Blog', mode: 'test' });
  const rotated = await createApiKey(pool, { ...restricted, name: 'Rotated' });
  await query('UPDATE api_keys SET rotated_at = $2 WHERE id = $1', rotated.id, harness.clock.now());
  await createApiKey(pool, { ...restricted, name: 'Revoked', revokedAt: harness.clock.now() });
  await createApiKey(pool, { ...restricted, name: 'Expired', expiresAt: harness.clock.now() });
  const answer = await remove(domain);
  expect(answer.refusal).toBe('409 domain_in_use');
  expect(answer.text).toMatch(/Shop.*Blog.*Rotated/);
  expect(answer.text).not.toMatch(/Revoked|Expired/);
  await query('UPDATE api_keys SET revoked_at = now() WHERE id = ANY($1)', [shop.id, blog.id]);
  harness.clock.forward(24 * 3_600_000);
  expect((await remove(domain)).status).toBe(204);
});

it('removes what it published, and the tracking alias two minutes later', async () => {
  const domain = await createVerified('cloudflare');
  expect(recordsOf(domain)).toHaveLength(6);
  expect((await remove(domain)).status).toBe(204);
  expect(recordsOf(domain).map(({ type }) => type)).toEqual(['CNAME']);
  harness.clock.forward(119_000);
  await harness.sweep();
  expect(recordsOf(domain)).toHaveLength(1);
  harness.clock.forward(1_000);
  await harness.sweep();
  expect(recordsOf(domain)).toEqual([]);
  expect(await query('SELECT id FROM tracking_alias_removals')).toEqual([]);
});

it('tries the alias again later when the provider refuses, and is content when it is gone', async () => {
  const domain = await createVerified('cloudflare');
  await remove(domain);
  harness.cloudflare.refuse(`links.${domain.name}`);
  harness.clock.forward(120_000);
  await harness.sweep();
  const [left] = await query('SELECT attempts, last_error FROM tracking_alias_removals');
  expect(left).toEqual({ attempts: 1, last_error: 'DNS Validation Error' });
  harness.cloudflare.zones.set('zone.test', []);
  harness.clock.forward(3_600_000);
  await harness.sweep();
  expect(await query('SELECT id FROM tracking_alias_removals')).toEqual([]);
});

it('leaves the alias to a domain of the same name that has been published since', async () => {
  const domain = await createVerified('cloudflare');
  await remove(domain);
  const { body } = await tenant.create({ name: domain.name, dns_mode: 'cloudflare' });
  await tenant.act(body.id, 'publish');
  harness.clock.forward(120_000);
  await harness.sweep();
  expect(recordsOf(domain)).toHaveLength(6);
});

it('stays disabled when the provider refuses, and the next try ends it', async () => {
  const domain = await createVerified('cloudflare');
  harness.cloudflare.refuse(`bounce.${domain.name}`);
  const answer = await remove(domain);
  expect(answer.refusal).toBe('422 domain_cleanup_failed');
  expect(answer.text).toContain('DNS Validation Error');
  expect((await tenant.read(domain.id)).status).toBe('disabled');
  expect((await tenant.act(domain.id, 'verify')).body.status).toBe('disabled');
  harness.cloudflare.refuse();
  expect((await remove(domain)).status).toBe(204);
});

it('a disabled domain waits for its records again when they are published again', async () => {
  const domain = await createVerified('cloudflare');
  harness.cloudflare.refuse(`reply.${domain.name}`);
  await remove(domain);
  harness.cloudflare.refuse();
  expect((await tenant.act(domain.id, 'publish')).body.status).toBe('pending');
  expect(recordsOf(domain)).toHaveLength(6);
  await harness.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('takes no mail from the moment it begins; a send that was let in before keeps the domain, disabled', async () => {
  const domain = await createVerified('cloudflare');
  const { organizationId, key } = tenant;
  const sends: (string | null)[] = [];
  harness.cloudflare.beforeWrite = async (write) => {
    if (!write.startsWith('DELETE') || sends.length > 0) return;
    const mail = { from: `hi@${domain.name}`, to: 'ada@example.com', subject: 'Hi', text: 'Hi' };
    sends.push((await harness.api.post('/emails', key, mail)).refusal);
    // What had passed every check before the domain was disabled commits only now.
    await insertEmail(harness.api.context.pool, { organizationId, domainId: domain.id });
  };
  const answer = await remove(domain);
  expect(sends).toEqual(['422 domain_not_verified']);
  expect(answer.refusal).toBe('409 domain_in_use');
  expect((await tenant.read(domain.id)).status).toBe('disabled');
  const [message] = await query('SELECT status FROM messages WHERE domain_id = $1', domain.id);
  expect(message).toEqual({ status: 'queued' });
});

it('a send that commits after the removal can be read, and is not of a domain registered again', async () => {
  const domain = await createVerified();
  expect((await remove(domain)).status).toBe(204);
  const { organizationId, key } = tenant;
  const id = await insertEmail(harness.api.context.pool, { organizationId, domainId: domain.id });
  expect((await harness.api.get<EmailResource>(`/emails/${id}`, key)).body.last_event).toBe('queued');
  const again = (await tenant.create({ name: domain.name })).body;
  expect((await remove(again)).status).toBe(204);
});

it('a domain that is published while it is being removed stays', async () => {
  const domain = await createVerified('cloudflare');
  let published: Promise<unknown> | undefined;
  harness.cloudflare.beforeWrite = async (write) => {
    if (!write.startsWith('DELETE') || published) return;
    published = tenant.act(domain.id, 'publish');
    await published;
  };
  expect((await remove(domain)).refusal).toBe('409 domain_in_use');
  expect((await tenant.read(domain.id)).status).toBe('pending');
});

it('asked for twice at the same time, it is deleted once', async () => {
  const domain = await createVerified('cloudflare');
  const answers = await Promise.all([remove(domain), remove(domain)]);
  expect(answers.map(({ refusal, status }) => refusal ?? status)).toContain(204);
  expect(answers.every(({ status }) => status === 204 || status === 404)).toBe(true);
  expect(await query('SELECT id FROM domains WHERE id = $1', domain.id)).toEqual([]);
});
