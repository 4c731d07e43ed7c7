import type { DomainTlsReports } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import { createDomain, createMember, createOrganization, type MemberFixture } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';

const api = useApi();
let organizationId: string;
let domain: { readonly id: string; readonly name: string };

beforeEach(async () => {
  organizationId = (await createOrganization(api.pool)).id;
  domain = await createDomain(api.pool, { organizationId });
});

const read = (member: MemberFixture, query = '', id = domain.id) =>
  openBrowser(api, member).get<DomainTlsReports>(`/domains/${id}/tls-reports${query}`, { organizationId });
const day = (daysAgo: number): string =>
  new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

interface Reported {
  readonly daysAgo?: number;
  readonly sender?: string;
  readonly sessions?: number;
}

async function report({ daysAgo = 0, sender = 'google.com', sessions = 10 }: Reported = {}): Promise<void> {
  const id = newId();
  await api.pool.query(
    `INSERT INTO received_tls_reports (id, organization_id, domain_id, domain_name, reporter, report_id, begins_at, ends_at, sender,
       policies, failure_count, received_at)
     VALUES ($1::uuid, $2, $3, $4, 'Reporter', $1::uuid::text, $5, $5, $6, $7, 1, now())`,
    [
      ...[id, organizationId, domain.id, domain.name, `${day(daysAgo)}T00:00:00Z`, sender],
      JSON.stringify([{ domain: domain.name, type: 'sts', successful: 90, failed: sessions }]),
    ],
  );
  await api.pool.query(
    `INSERT INTO received_tls_failures (report_id, ordinal, policy_type, result, sessions, mx_host)
     VALUES ($1, 0, 'sts', 'certificate-expired', $2, 'mx1.shop.example')`,
    [id, sessions],
  );
}

it('viewers read what TLS reports say of a domain, without reports that anybody could have written', async () => {
  const viewer = await createMember(api.pool, { organizationId, role: 'viewer' });
  await report();
  await report({ daysAgo: 3, sender: 'b.example', sessions: 5 });
  await report({ sender: '', sessions: 1_000 });
  await report({ daysAgo: 40, sessions: 1_000 });
  expect((await read(viewer)).body).toEqual({
    ...{ object: 'domain_tls_reports', id: domain.id, days: 30 },
    ...{ reports: 2, successful: 180, failed: 15 },
    failures: [
      {
        ...{ policy_type: 'sts', result: 'certificate-expired', mail_server: 'mx1.shop.example' },
        ...{ reason: null, sessions: 15, reporters: ['b.example', 'google.com'] },
        ...{ first_day: day(3), last_day: day(0) },
      },
    ],
  });
  expect((await read(viewer, '?days=90')).body.failed).toBe(1_015);
  expect(await read(viewer, '?days=91')).toMatchObject({ refusal: '422 validation_error' });
});

it('a domain without reports, and one of another organization', async () => {
  const viewer = await createMember(api.pool, { organizationId, role: 'viewer' });
  expect((await read(viewer)).body).toMatchObject({ reports: 0, successful: 0, failed: 0, failures: [] });
  const stranger = (await createOrganization(api.pool)).id;
  const other = await createDomain(api.pool, { organizationId: stranger });
  expect(await read(viewer, '', other.id)).toMatchObject({ refusal: '404 not_found' });
  const own = await createDomain(api.pool, { organizationId });
  const limited = await createMember(api.pool, { organizationId, role: 'viewer', domainIds: [own.id] });
  expect(await read(limited)).toMatchObject({ refusal: '404 not_found' });
});
