import { createPrivateKey, createPublicKey } from 'node:crypto';
import { dkimDnsRecord } from '@postrider/mail';
import { startDomainHarness, type DomainHarness, type Tenant } from '../../../test/domain-harness';

let harness: DomainHarness;
let tenant: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness({ setup: { transport: 'ses', sesRegions: ['eu-west-1', 'us-east-1'] } });
});
afterAll(() => harness.close());
beforeEach(async () => {
  tenant = await harness.newTenant();
  harness.ses.refuse(null);
});

it('asks for the bounces of Amazon SES where its mail leaves', async () => {
  const { body } = await tenant.create({ name: 'records.test' });
  const values = body.records.filter(({ required }) => required).map(({ value }) => value);
  expect(values).toEqual([
    expect.stringMatching(/^v=DKIM1/),
    'feedback-smtp.eu-west-1.amazonses.com',
    'v=spf1 include:amazonses.com ~all',
  ]);
});

it('registers the domain in every region with its own key, selector and return path, as often as asked', async () => {
  const { body } = await tenant.create({ name: 'identity.test' });
  for (let time = 0; time < 2; time += 1) {
    expect((await tenant.act(body.id, 'register-identity')).status).toBe(200);
    for (const region of ['eu-west-1', 'us-east-1']) {
      const identity = harness.ses.identities.get(`${region} identity.test`);
      expect(identity).toMatchObject({ selector: 'pr1', mailFromDomain: 'bounce.identity.test' });
      const key = createPrivateKey({
        key: Buffer.from(identity?.privateKey ?? '', 'base64'),
        format: 'der',
        type: 'pkcs8',
      });
      const pem = createPublicKey(key).export({ type: 'spki', format: 'pem' });
      expect(dkimDnsRecord(String(pem))).toBe(body.records[0]?.value);
    }
  }
});

it('records who registered it, without the key', async () => {
  const { body } = await tenant.create({ name: 'audited.test' });
  await tenant.act(body.id, 'register-identity');
  const { rows } = await harness.api.context.pool.query(
    `SELECT actor_id, action, after FROM audit_entries WHERE target_id = $1 ORDER BY id`,
    [body.id],
  );
  expect(rows[1]).toMatchObject({ actor_id: tenant.key.id, action: 'domain.register_identity' });
  expect(JSON.stringify(rows)).not.toMatch(/PRIVATE|MII/);
});

it('says what the provider refused and where, and can be repeated', async () => {
  const { body } = await tenant.create({ name: 'refused.test' });
  harness.ses.refuse('us-east-1');
  const answer = await tenant.act(body.id, 'register-identity');
  expect(answer.refusal).toBe('422 identity_registration_failed');
  expect(answer.text).toContain('us-east-1: The key is not acceptable');
  expect(answer.text).not.toContain('PRIVATE');
  harness.ses.refuse(null);
  expect((await tenant.act(body.id, 'register-identity')).status).toBe(200);
});

it('removes the identity of every region with the domain, also of one that was begun only', async () => {
  const { body } = await tenant.create({ name: 'removed.test' });
  harness.ses.refuse('us-east-1');
  await tenant.act(body.id, 'register-identity');
  const failed = await harness.api.delete(`/domains/${body.id}`, tenant.key);
  expect(failed.refusal).toBe('422 domain_cleanup_failed');
  expect((await tenant.read(body.id)).status).toBe('disabled');
  expect([...harness.ses.identities.keys()].filter((name) => name.endsWith(' removed.test'))).toEqual([]);
  harness.ses.refuse(null);
  expect((await harness.api.delete(`/domains/${body.id}`, tenant.key)).status).toBe(204);
});

it('opens a disabled domain again, since its records stay with their owner', async () => {
  const { body } = await tenant.create({ name: 'again.test' });
  await tenant.act(body.id, 'register-identity');
  harness.ses.refuse('us-east-1');
  await harness.api.delete(`/domains/${body.id}`, tenant.key);
  expect((await tenant.read(body.id)).status).toBe('disabled');
  harness.ses.refuse(null);
  expect((await tenant.act(body.id, 'register-identity')).body.status).toBe('pending');
});

it('refuses domains that are sent by SMTP', async () => {
  const { body } = await tenant.create({ name: 'smtp.test' });
  await harness.api.context.pool.query(`UPDATE domains SET transport = 'smtp' WHERE id = $1`, [body.id]);
  expect((await tenant.act(body.id, 'register-identity')).refusal).toBe('422 unsupported_transport');
});
