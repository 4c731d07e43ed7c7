import type { DomainResource } from '@postrider/contracts/domains';
import { plans } from '@postrider/contracts/organizations';
import {
  startDomainHarness,
  type DomainHarness,
  type Published,
  type Tenant,
} from '../../../test/domain-harness';
import type { Answer } from '../../../test/test-api';
import { createOwnershipProof } from './name-claims';

const hourMs = 3_600_000;
let harness: DomainHarness;
let squatter: Tenant;
let owner: Tenant;

beforeAll(async () => {
  harness = await startDomainHarness({ setup: { transport: 'ses', sesRegions: ['eu-west-1'] } });
});
afterAll(() => harness.close());
beforeEach(async () => {
  squatter = await harness.newTenant('client');
  owner = await harness.newTenant('client');
  harness.publish();
});

let count = 0;
const newName = (): string => `claim${(count += 1)}.test`;

/** The TXT record that an answer `domain_taken` asks for. */
function askedRecord({ text }: Answer<unknown>): Published {
  const [, name = '', value = ''] = /TXT record at (\S+) with the value (\S+) and repeat/.exec(text) ?? [];
  expect(name).toMatch(/^_postrider\./);
  return { type: 'TXT', name, value };
}

/** Registers a name that the squatter holds, with the proof that the first answer asks for. */
async function takeByProof(name: string, beside: readonly Published[] = []): Promise<DomainResource> {
  const refused = await owner.create({ name });
  expect(refused.refusal).toBe('409 domain_taken');
  harness.publish(...beside, askedRecord(refused));
  const { status, body } = await owner.create({ name });
  expect(status).toBe(201);
  return body;
}

const rowsOf = async (table: string, tenant: Tenant) =>
  (
    await harness.api.context.pool.query(`SELECT * FROM ${table} WHERE organization_id = $1 ORDER BY id`, [
      tenant.organizationId,
    ])
  ).rows as unknown[];

it('takes an ownership record that was asked for before the master key was replaced', () => {
  const [masterKey, nextKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
  const asked = createOwnershipProof({ masterKey })('an organization', 'shop.test');
  const rotated = createOwnershipProof({ masterKey: nextKey, previousKeys: [masterKey] });
  expect(rotated('an organization', 'shop.test').accepted).toContain(asked.value);
  expect(rotated('an organization', 'shop.test').value).not.toBe(asked.value);
  expect(rotated('another organization', 'shop.test').accepted).not.toContain(asked.value);
});

it('gives an unverified name to the organization that proves in DNS that it is its own', async () => {
  const name = newName();
  const lost = (await squatter.create({ name })).body;
  const won = await takeByProof(name);
  expect(await squatter.read(lost.id)).toMatchObject({
    status: 'failed',
    failed_reason: 'claimed_by_another',
  });
  harness.publish(...won.records);
  expect((await owner.act(won.id, 'verify')).body).toMatchObject({ status: 'verified', failed_reason: null });
  expect((await squatter.act(lost.id, 'verify')).refusal).toBe('409 domain_taken');
});

it('tells the organization that has lost the name, and writes it down without naming the other', async () => {
  const name = newName();
  const lost = (await squatter.create({ name })).body;
  await takeByProof(name);
  expect(await rowsOf('notices', squatter)).toMatchObject([
    { kind: 'domain_failed', recipient: 'ops@tenant.test' },
  ]);
  const entries = await rowsOf('audit_entries', squatter);
  expect(entries.at(-1)).toMatchObject({
    ...{ actor_type: 'system', actor_id: null, action: 'domain.lose_name', target_id: lost.id },
    after: { name, status: 'failed', failedReason: 'claimed_by_another' },
  });
  expect(JSON.stringify(entries)).not.toContain(owner.organizationId);
});

it('takes no proof of another organization, of another name or for a verified domain', async () => {
  const [name, other] = [newName(), newName()];
  const held = (await squatter.create({ name })).body;
  await squatter.create({ name: other });
  const third = await harness.newTenant('client');
  const foreign = askedRecord(await third.create({ name }));
  const elsewhere = { ...askedRecord(await owner.create({ name: other })), name: foreign.name };
  harness.publish(foreign, elsewhere);
  const refused = await owner.create({ name });
  expect(refused.refusal).toBe('409 domain_taken');
  const proof = askedRecord(refused);
  harness.publish(...held.records);
  await squatter.act(held.id, 'verify');
  harness.publish(...held.records, proof);
  const verified = await owner.create({ name });
  expect(verified.refusal).toBe('409 domain_taken');
  expect(verified.text).toContain('has verified');
  expect(await squatter.read(held.id)).toMatchObject({ status: 'verified' });
});

it('says so when DNS does not answer for the proof', async () => {
  const name = newName();
  await squatter.create({ name });
  harness.dns.setZone({ records: [], failing: [name] });
  const answer = await owner.create({ name });
  expect(answer.refusal).toBe('409 domain_taken');
  expect(answer.text).toContain('The DNS lookup failed');
});

it('lets one of two organizations with a proof take the name', async () => {
  const name = newName();
  await squatter.create({ name });
  const third = await harness.newTenant('client');
  const proofs = [askedRecord(await owner.create({ name })), askedRecord(await third.create({ name }))];
  harness.publish(...proofs);
  const answers = await Promise.all([owner.create({ name }), third.create({ name })]);
  const holders = await harness.api.context.pool.query(
    'SELECT 1 FROM domains WHERE name = $1 AND failed_reason IS NULL',
    [name],
  );
  expect(holders.rowCount).toBe(1);
  expect(answers.map(({ status }) => status)).toContain(201);
});

it('lets a name go after 72 hours without records, and takes it back while it is free', async () => {
  const name = newName();
  const lapsed = (await squatter.create({ name })).body;
  harness.clock.forward(72 * hourMs);
  await harness.sweep();
  expect(await squatter.read(lapsed.id)).toMatchObject({ status: 'failed', failed_reason: 'not_verified' });
  expect((await squatter.act(lapsed.id, 'verify')).body).toMatchObject({
    status: 'pending',
    failed_reason: null,
  });
  harness.clock.forward(72 * hourMs);
  await harness.sweep();
  expect((await owner.create({ name })).status).toBe(201);
});

it('gives a failed domain its name back by proof: it may have messages, and then is never deleted', async () => {
  const name = newName();
  const mine = (await owner.create({ name })).body;
  harness.publish(...mine.records);
  await owner.act(mine.id, 'verify');
  await harness.api.context.pool.query(
    `UPDATE domains SET status = 'failed', failed_reason = 'records_lost', next_check_at = NULL WHERE id = $1`,
    [mine.id],
  );
  const theirs = (await squatter.create({ name })).body;
  const refused = await owner.act(mine.id, 'verify');
  expect(refused.refusal).toBe('409 domain_taken');
  harness.publish(...mine.records, askedRecord(refused));
  expect((await owner.act(mine.id, 'verify')).body).toMatchObject({ status: 'verified' });
  expect(await squatter.read(theirs.id)).toMatchObject({ failed_reason: 'claimed_by_another' });
});

it('an organization that lost a name can neither register an identity for it nor remove that of its holder', async () => {
  const name = newName();
  const lost = (await squatter.create({ name })).body;
  await squatter.act(lost.id, 'register-identity');
  const won = await takeByProof(name);
  expect((await owner.act(won.id, 'register-identity')).status).toBe(200);
  const registered = harness.ses.identities.get(`eu-west-1 ${name}`);
  expect((await squatter.act(lost.id, 'register-identity')).refusal).toBe('409 domain_taken');
  expect((await harness.api.delete(`/domains/${lost.id}`, squatter.key)).status).toBe(204);
  expect(harness.ses.identities.get(`eu-west-1 ${name}`)).toEqual(registered);
});

it('goes by the name as DNS knows it, and by no other', async () => {
  const name = newName();
  await squatter.create({ name });
  for (const same of [name.toUpperCase(), ` ${name} `]) {
    expect((await owner.create({ name: same })).refusal).toBe('409 domain_taken');
  }
  // The owner of the parent publishes the records of the child, or delegates it.
  expect((await owner.create({ name: `mail.${name}` })).status).toBe(201);
});

it('names the domain that the organization has already', async () => {
  const name = newName();
  const { body } = await owner.create({ name });
  const answer = await owner.create({ name });
  expect(answer.refusal).toBe('409 domain_taken');
  expect(answer.text).toContain(`POST /domains/${body.id}/verify`);
});

it('holds the number of domains of a plan, also when several are created at the same time', async () => {
  const { domains: domainsMax } = plans.free;
  if (domainsMax === null) throw new Error('the plan has no cap');
  await harness.api.context.pool.query(`UPDATE organizations SET plan = 'free' WHERE id = $1`, [
    owner.organizationId,
  ]);
  await harness.api.bumpCacheVersion(owner.organizationId);
  for (let n = 1; n < domainsMax; n += 1) await owner.create({ name: newName() });
  const answers = await Promise.all([1, 2, 3].map(() => owner.create({ name: newName() })));
  expect(answers.map(({ refusal }) => refusal).sort()).toEqual(['403 plan_limit', '403 plan_limit', null]);
  const [refused] = answers.filter(({ status }) => status === 403);
  expect(refused?.text).toContain(`allows ${domainsMax} domains. Delete one`);
});
