import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, useTestContext, type DomainFixture } from '@postrider/testkit';
import { findDmarcReasons } from './dmarc-facts.repository';
import { findDomainFaults, findDomainTls, findDomainVolumes } from './domain-facts.repository';

const context = useTestContext();
const dayMs = 86_400_000;
const recently = new Date(Math.floor(Date.now() / dayMs - 2) * dayMs);
const longAgo = new Date(recently.getTime() - 40 * dayMs);

interface Owner {
  readonly organizationId: string;
  readonly domain: DomainFixture;
}
let owner: Owner;
let stranger: Owner;

async function createOwner(): Promise<Owner> {
  const organizationId = (await createOrganization(context.pool)).id;
  return { organizationId, domain: await createDomain(context.pool, { organizationId }) };
}

beforeEach(async () => {
  [owner, stranger] = [await createOwner(), await createOwner()];
});

const asked = ({ organizationId, domain }: Owner) => ({
  organizationId,
  domainId: domain.id,
  now: new Date(),
});

interface Reported {
  readonly comments: readonly string[];
  readonly sender?: string;
  readonly at?: Date;
  readonly messages?: number;
}

async function reportDmarc(
  { organizationId, domain }: Owner,
  { comments, sender = 'google.com', at = recently, messages = 5 }: Reported,
): Promise<void> {
  const id = newId();
  await context.pool.query(
    `INSERT INTO dmarc_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, policy, sender,
       source_count, received_at)
     VALUES ($1::uuid, $2, $3, $4, 'r', $1::uuid::text, $5, $5, '{}', $6, 1, now())`,
    [id, organizationId, domain.id, domain.name, at, sender],
  );
  const reasons = comments.map((comment) => ({ type: 'local_policy', comment }));
  await context.pool.query(
    `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results,
       reasons) VALUES ($1, 0, '192.0.2.1', $2, 'none', false, false, 'a.example', '{}', $3)`,
    [id, messages, JSON.stringify(reasons)],
  );
}

it('reads requirements of receivers from confirmed DMARC reports, ten of each reporter', async () => {
  const failed = 'Sender requirement failed: 550-5.7.30';
  await reportDmarc(owner, { comments: [failed, 'arc=pass'] });
  await reportDmarc(owner, { comments: [failed], messages: 2 });
  await reportDmarc(owner, { comments: [failed], sender: '' });
  await reportDmarc(owner, { comments: [failed], at: longAgo });
  await reportDmarc(stranger, { comments: [failed] });
  const many = Array.from({ length: 5 }, (_, n) => `${failed} ${n}`);
  for (let n = 0; n < 3; n += 1) {
    await reportDmarc(owner, {
      comments: many.map((text) => `${text}${n}`),
      sender: 'b.example',
      messages: 900,
    });
  }
  const facts = await findDmarcReasons(context.servicePool, asked(owner));
  expect(facts.filter(({ reporter }) => reporter === 'b.example')).toHaveLength(10);
  expect(facts.filter(({ reporter }) => reporter !== 'b.example')).toEqual([
    {
      ...{ domain: owner.domain.name, comment: failed, messages: 7, reporter: 'google.com' },
      firstReportedAt: recently,
    },
  ]);
  const foreign = { ...asked(owner), organizationId: stranger.organizationId };
  expect(await findDmarcReasons(context.servicePool, foreign)).toEqual([]);
});

async function reportTls({ organizationId, domain }: Owner, sender: string, failed: number): Promise<void> {
  const id = newId();
  await context.pool.query(
    `INSERT INTO received_tls_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, sender,
       policies, failure_count, received_at)
     VALUES ($1::uuid, $2, $3, $4, 'r', $1::uuid::text, $5, $5, $6, $7, 1, now())`,
    [
      ...[id, organizationId, domain.id, domain.name, recently, sender],
      JSON.stringify([{ domain: domain.name, type: 'sts', successful: 90, failed }]),
    ],
  );
  await context.pool.query(
    `INSERT INTO received_tls_failures (report_id, ordinal, policy_type, result, sessions) VALUES ($1, 0, 'sts', 'other', $2)`,
    [id, failed],
  );
}

it('reads confirmed TLS reports', async () => {
  await reportTls(owner, 'google.com', 4);
  await reportTls(owner, 'google.com', 3);
  await reportTls(owner, 'b.example', 8);
  await reportTls(owner, '', 1_000);
  await reportTls(stranger, 'google.com', 9);
  const failure = { result: 'other', mailServer: null, firstReportedAt: recently.toISOString() };
  expect(await findDomainTls(context.servicePool, asked(owner))).toEqual([
    {
      ...{ domain: owner.domain.name, successful: 270, failed: 15 },
      failures: [
        { ...failure, sessions: 8, reporter: 'b.example' },
        { ...failure, sessions: 7, reporter: 'google.com' },
      ],
    },
  ]);
  const foreign = { ...asked(owner), organizationId: stranger.organizationId };
  expect(await findDomainTls(context.servicePool, foreign)).toEqual([]);
});

it('reads the volume of kinds, and of mail without one, beside the busiest day at Gmail and Yahoo', async () => {
  const count = (day: Date, [facet, key]: readonly [string, string], [sent, complained]: [number, number]) =>
    context.pool.query(
      `INSERT INTO daily_counters (organization_id, domain_id, day, facet, facet_key, sent, complained)
       VALUES ($1, $2, $3::date, $4, $5, $6, $7)`,
      [owner.organizationId, owner.domain.id, day, facet, key, sent, complained],
    );
  await count(recently, ['total', ''], [100, 9]);
  await count(recently, ['kind', 'receipt'], [60, 2]);
  await count(recently, ['provider', 'google'], [40, 0]);
  await count(recently, ['provider', 'yahoo'], [20, 0]);
  await count(recently, ['provider', 'microsoft'], [40, 0]);
  await count(longAgo, ['provider', 'google'], [5_000, 0]);
  const [volume] = await findDomainVolumes(context.servicePool, asked(owner));
  expect(volume).toMatchObject({ domain: owner.domain.name, busiestDay: 60 });
  expect(volume?.kinds.toSorted((a, b) => b.sent - a.sent)).toEqual([
    { kind: 'receipt', sent: 60, complained: 2 },
    { kind: null, sent: 40, complained: 7 },
  ]);
  expect(await findDomainVolumes(context.servicePool, asked(stranger))).toEqual([
    { domain: stranger.domain.name, busiestDay: 0, kinds: [] },
  ]);
});

it('reads the faults of records', async () => {
  const faults = [
    { code: 'dkim_weak', name: 's._domainkey.a.example', bits: 512, since: recently.toISOString() },
  ];
  await context.pool.query('UPDATE domains SET record_faults = $2 WHERE id = $1', [
    owner.domain.id,
    JSON.stringify(faults),
  ]);
  expect(await findDomainFaults(context.servicePool, asked(owner))).toEqual([
    { name: owner.domain.name, returnPathLabel: 'bounce', recordFaults: faults },
  ]);
  expect(await findDomainFaults(context.servicePool, asked(stranger))).toEqual([]);
});
