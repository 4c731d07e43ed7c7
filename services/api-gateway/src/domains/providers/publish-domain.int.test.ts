import type { DomainResource } from '@postrider/contracts/domains';
import { platformHost } from '@postrider/testkit';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness();
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant();
  harness.cloudflare.refuse();
});

let count = 0;
const create = async (zone = 'zone.test'): Promise<DomainResource> =>
  (await tenant.create({ name: `p${(count += 1)}.${zone}`, dns_mode: 'cloudflare' })).body;
const recordsOf = ({ name }: DomainResource) =>
  (harness.cloudflare.zones.get('zone.test') ?? []).filter((record) => record.name.endsWith(`.${name}`));

it('writes every record into the zone, as DNS needs it', async () => {
  const domain = await create();
  const { status, body } = await tenant.act(domain.id, 'publish');
  expect([status, body.status]).toEqual([200, 'pending']);
  const written = recordsOf(domain);
  expect(written).toHaveLength(6);
  const dkim = written.find(({ name }) => name.startsWith('pr1.'))?.content ?? '';
  const chunks = [...dkim.matchAll(/"([^"]*)"/g)].map(([, chunk = '']) => chunk);
  expect(chunks.join('')).toBe(domain.records[0]?.value);
  expect(Math.max(...chunks.map(({ length }) => length))).toBeLessThanOrEqual(255);
  expect(written).toMatchObject([
    { type: 'TXT' },
    { type: 'MX', content: platformHost, priority: 10 },
    { type: 'TXT', content: `"v=spf1 include:_spf.${platformHost} ~all"` },
    { type: 'TXT', content: `"v=DMARC1; p=none; rua=mailto:dmarc@${platformHost}"` },
    { type: 'CNAME', content: platformHost, proxied: false },
    { type: 'MX' },
  ]);
});

it('records who published', async () => {
  const domain = await create();
  await tenant.act(domain.id, 'publish');
  const { rows } = await harness.api.context.pool.query(
    `SELECT actor_id, after FROM audit_entries WHERE target_id = $1 AND action = 'domain.publish'`,
    [domain.id],
  );
  expect(rows).toMatchObject([{ actor_id: tenant.key.id, after: { name: domain.name } }]);
});

it('verifies at once what it has published', async () => {
  const domain = await create();
  await harness.sweep();
  await tenant.act(domain.id, 'publish');
  harness.publish(...domain.records);
  await harness.sweep();
  expect((await tenant.read(domain.id)).status).toBe('verified');
});

it('done twice, also at the same time, leaves each record once', async () => {
  const domain = await create();
  const answers = await Promise.all([tenant.act(domain.id, 'publish'), tenant.act(domain.id, 'publish')]);
  answers.push(await tenant.act(domain.id, 'publish'));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(recordsOf(domain)).toHaveLength(6);
});

it('repairs a changed record of its own, and leaves others alone', async () => {
  const domain = await create();
  const policy = {
    id: 'policy',
    type: 'TXT',
    name: `_dmarc.${domain.name}`,
    content: '"v=DMARC1; p=reject"',
  };
  harness.cloudflare.zones.get('zone.test')?.push(policy);
  await tenant.act(domain.id, 'publish');
  const alias = recordsOf(domain).find(({ type }) => type === 'CNAME');
  if (!alias) throw new Error('no alias');
  alias.content = 'elsewhere.test';
  await tenant.act(domain.id, 'publish');
  expect(recordsOf(domain).find(({ type }) => type === 'CNAME')).toMatchObject({
    id: alias.id,
    content: platformHost,
  });
  expect(recordsOf(domain).filter(({ name }) => name.startsWith('_dmarc.'))).toEqual([policy]);
});

it('writes the chosen DMARC policy into the record that it made, and keeps what the owner added', async () => {
  const domain = await create();
  await tenant.act(domain.id, 'publish');
  const record = recordsOf(domain).find(({ name }) => name.startsWith('_dmarc.'));
  if (!record) throw new Error('no DMARC record');
  const text = (policy: string) => `"v=DMARC1; p=${policy}; rua=mailto:dmarc@${platformHost}; adkim=s"`;
  record.content = text('none');
  await tenant.act(domain.id, 'publish');
  expect(recordsOf(domain)).toContainEqual({ ...record, content: text('none') });
  const choose = (policy: string) =>
    harness.api.context.pool.query('UPDATE domains SET dmarc_policy = $2 WHERE id = $1', [domain.id, policy]);
  for (const policy of ['reject', 'none']) {
    await choose(policy);
    await tenant.act(domain.id, 'publish');
    expect(recordsOf(domain)).toContainEqual(
      expect.objectContaining({ id: record.id, content: text(policy) }),
    );
  }
  expect(recordsOf(domain)).toHaveLength(6);
});

it('names each record that the provider refuses, keeps the others, and can be repeated', async () => {
  const domain = await create();
  harness.cloudflare.refuse(`links.${domain.name}`, `reply.${domain.name}`);
  const refused = await tenant.act(domain.id, 'publish');
  expect(refused.refusal).toBe('422 publish_failed');
  expect(refused.text).toContain(`TRACKING links.${domain.name}: DNS Validation Error`);
  expect(refused.text).toContain(`REPLY reply.${domain.name}: DNS Validation Error`);
  expect(recordsOf(domain)).toHaveLength(4);
  harness.cloudflare.refuse();
  expect((await tenant.act(domain.id, 'publish')).status).toBe(200);
  expect(recordsOf(domain)).toHaveLength(6);
});

it('brings mail for the domain here only where no other mail server receives it', async () => {
  const domain = await create();
  const { api } = harness;
  const body = { inbound: { mode: 'catch_all' } };
  await api.send(`/domains/${domain.id}`, { method: 'PATCH', key: tenant.key, body });
  const google = { id: 'google', type: 'MX', name: domain.name, content: 'smtp.google.com', priority: 1 };
  const zone = harness.cloudflare.zones.get('zone.test') ?? [];
  zone.push(google);
  const refused = await tenant.act(domain.id, 'publish');
  expect(refused.refusal).toBe('422 publish_failed');
  expect(refused.text).toContain(
    `INBOUND ${domain.name}: ${domain.name} already has another mail server, smtp.google.com`,
  );
  const mxOf = () => zone.filter(({ type, name }) => type === 'MX' && name === domain.name);
  expect(mxOf()).toEqual([google]);
  zone.splice(zone.indexOf(google), 1);
  expect((await tenant.act(domain.id, 'publish')).status).toBe(200);
  expect(mxOf()).toMatchObject([{ content: platformHost, priority: 10 }]);
});

it('needs a zone that the token may write', async () => {
  const domain = await create('other.test');
  const answer = await tenant.act(domain.id, 'publish');
  expect(answer.refusal).toBe('422 publish_failed');
  expect(answer.text).toContain('no zone');
});

it('refuses domains with manual DNS, and other than internal organizations', async () => {
  const { body } = await tenant.create({ name: `p${(count += 1)}.zone.test` });
  expect((await tenant.act(body.id, 'publish')).refusal).toBe('422 manual_dns');
  const client = await harness.newTenant('client');
  const theirs = (await client.create({ name: `p${(count += 1)}.zone.test` })).body;
  expect((await client.act(theirs.id, 'publish')).refusal).toBe('403 forbidden');
});

it('says that the server has no token', async () => {
  const bare = await startDomainHarness({ withoutCloudflare: true });
  const owner = await bare.newTenant();
  const { body } = await owner.create({ name: 'bare.zone.test', dns_mode: 'cloudflare' });
  expect((await owner.act(body.id, 'publish')).refusal).toBe('422 cloudflare_unconfigured');
  await bare.close();
});
