import { createOrganization, useTestContext } from '@postrider/testkit';
import { uuidV7Floor } from '../uuid-v7';
import {
  deleteExpiredDmarcReports,
  deleteExpiredTlsReports,
  deleteOldSourceNames,
} from './delete-received-reports';

const context = useTestContext();

const now = new Date();
const dayMs = 86_400_000;
const run = (deleteExpired = deleteExpiredDmarcReports): Promise<number> =>
  deleteExpired({
    pool: context.servicePool,
    clock: { now: () => now },
    stopping: new AbortController().signal,
  });

/** So many reports with a source each, made in the milliseconds from then on. */
async function report(daysAgo: number, times: number): Promise<void> {
  const { id: organizationId } = await createOrganization(context.pool);
  for (let n = 0; n < times; n += 1) {
    const id = uuidV7Floor(new Date(now.getTime() - daysAgo * dayMs + n));
    await context.pool.query(
      `INSERT INTO dmarc_reports (id, organization_id, domain_name, sender, reporter, report_id, begins_at, ends_at, policy,
         source_count, received_at) VALUES ($1::uuid, $2, 'a.example', '', 'r', $1::uuid::text, now(), now(), '{}', 1, now())`,
      [id, organizationId],
    );
    await context.pool.query(
      `INSERT INTO dmarc_sources (report_id, ordinal, source_ip, messages, disposition, dkim_aligned, spf_aligned, header_from, results)
       VALUES ($1, 0, '192.0.2.1', 1, 'none', true, true, 'a.example', '{}')`,
      [id],
    );
  }
}

it('keeps reports for 400 days, and deletes older ones with their sources, page by page', async () => {
  await report(401, 120);
  await report(399, 2);
  expect(await run()).toBe(120);
  expect(await run()).toBe(0);
  const { rows } = await context.pool.query(
    'SELECT (SELECT count(*)::int FROM dmarc_reports) AS reports, (SELECT count(*)::int FROM dmarc_sources) AS sources',
  );
  expect(rows).toEqual([{ reports: 2, sources: 2 }]);
});

it('keeps TLS reports as long, and deletes older ones with their failures', async () => {
  const { id: organizationId } = await createOrganization(context.pool);
  for (const daysAgo of [401, 399]) {
    const id = uuidV7Floor(new Date(now.getTime() - daysAgo * dayMs));
    await context.pool.query(
      `INSERT INTO received_tls_reports (id, organization_id, domain_name, sender, reporter, report_id, begins_at, ends_at, policies,
         failure_count, received_at) VALUES ($1::uuid, $2, 'a.example', '', 'r', $1::uuid::text, now(), now(), '[]', 1, now())`,
      [id, organizationId],
    );
    await context.pool.query(
      `INSERT INTO received_tls_failures (report_id, ordinal, policy_type, result, sessions) VALUES ($1, 0, 'sts', 'other', 1)`,
      [id],
    );
  }
  expect(await run(deleteExpiredTlsReports)).toBe(1);
  expect(await run(deleteExpiredTlsReports)).toBe(0);
  const { rows } = await context.pool.query(
    'SELECT (SELECT count(*)::int FROM received_tls_reports) AS reports, (SELECT count(*)::int FROM received_tls_failures) AS failures',
  );
  expect(rows).toEqual([{ reports: 1, failures: 1 }]);
});

it('forgets names of addresses after 60 days', async () => {
  for (const daysAgo of [61, 59]) {
    await context.pool.query(
      `INSERT INTO dmarc_source_names (address, name, looked_up_at) VALUES ($1, 'mx.example', $2)`,
      [`192.0.2.${daysAgo}`, new Date(now.getTime() - daysAgo * dayMs)],
    );
  }
  expect(await run(deleteOldSourceNames)).toBe(1);
  const { rows } = await context.pool.query('SELECT address FROM dmarc_source_names');
  expect(rows).toEqual([{ address: '192.0.2.59' }]);
});
