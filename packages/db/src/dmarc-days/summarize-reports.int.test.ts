import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, insertRow, useTestContext } from '@postrider/testkit';
import { deleteOldDmarcDays, summarizeDmarcReports } from './summarize-reports';

const context = useTestContext();
const now = new Date('2026-11-20T12:00:00.000Z');
const clock = { now: () => now };
const stopping = new AbortController().signal;
const dayMs = 86_400_000;

async function report(
  domain: { readonly id: string; readonly organizationId: string },
  { daysAgo = 0, sources = 1 }: { readonly daysAgo?: number; readonly sources?: number } = {},
): Promise<void> {
  const [id, at] = [newId(), new Date(now.getTime() - daysAgo * dayMs)];
  await insertRow(context.pool, 'dmarc_reports', {
    ...{ id, organization_id: domain.organizationId, domain_id: domain.id, domain_name: 'a.test' },
    ...{
      reporter: 'google.com',
      report_id: id,
      begins_at: at,
      ends_at: at,
      policy: '{}',
      sender: 'google.com',
    },
    ...{ source_count: sources, received_at: at },
  });
  await context.pool.query(
    `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
     SELECT $1, n, '192.0.2.' || n, 2, 'none', true, false, 'a.test', '{}' FROM generate_series(0, $2::int - 1) n`,
    [id, sources],
  );
}

async function createOwnedDomain() {
  const { id: organizationId } = await createOrganization(context.pool);
  const { id } = await createDomain(context.pool, { organizationId });
  return { id, organizationId };
}

const sumOf = async (domainId: string) => {
  const { rows } = await context.pool.query<{ days: number; messages: number }>(
    `SELECT count(*)::int AS days, coalesce(sum(messages), 0)::int AS messages FROM dmarc_source_days WHERE domain_id = $1`,
    [domainId],
  );
  return rows[0];
};
const run = () => summarizeDmarcReports({ pool: context.servicePool, clock, stopping });

it('adds each report once, in several pages, also with another run beside it', async () => {
  const domain = await createOwnedDomain();
  for (let n = 0; n < 5; n += 1) await report(domain, { sources: 200 });
  for (let n = 0; n < 210; n += 1) await report(domain);
  const added = await Promise.all([run(), run(), run()]);
  expect(added.reduce((a, b) => a + b)).toBe(215);
  expect(await sumOf(domain.id)).toEqual({ days: 200, messages: 2 * (5 * 200 + 210) });
  expect(await run()).toBe(0);
});

it('leaves out days that are no longer read, and deletes them', async () => {
  const domain = await createOwnedDomain();
  await report(domain, { daysAgo: 101 });
  await report(domain, { daysAgo: 99 });
  expect(await run()).toBe(2);
  expect(await sumOf(domain.id)).toEqual({ days: 1, messages: 2 });
  const later = { now: () => new Date(now.getTime() + 2 * dayMs) };
  expect(await deleteOldDmarcDays({ pool: context.servicePool, clock: later, stopping })).toBeGreaterThan(0);
  expect(await sumOf(domain.id)).toEqual({ days: 0, messages: 0 });
});

it('ends when the service stops', async () => {
  const domain = await createOwnedDomain();
  await report(domain);
  const stopped = new AbortController();
  stopped.abort();
  expect(await summarizeDmarcReports({ pool: context.servicePool, clock, stopping: stopped.signal })).toBe(0);
  expect(await run()).toBe(1);
});
