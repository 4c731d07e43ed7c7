import type { EmailDeliveryTimes } from '@postrider/contracts/console';
import { newId } from '@postrider/contracts/ids';
import { allOrganizations, deliveryTimeBounds } from '@postrider/db';
import { createDomain, createMember, createOrganization, insertRow } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { insertEmail } from '../../test/email-fixture';
import { useApi } from '../../test/use-api';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

// All organizations share the rows of the platform.
const api = useApi({ alone: true });
let organizationId: string;
beforeEach(async () => {
  await api.pool.query('DELETE FROM delivery_hours');
  ({ organizationId } = api);
});

/** Deliveries to Gmail that took this long, in this hour or in that of a day before. */
async function count(of: {
  readonly organization: string;
  readonly seconds: number;
  readonly deliveries: number;
  readonly daysAgo?: number;
  readonly lane?: 'bulk';
}): Promise<void> {
  const hour = new Date(Math.floor((Date.now() - (of.daysAgo ?? 0) * dayMs) / hourMs) * hourMs);
  const bucket = deliveryTimeBounds.filter((bound) => bound <= of.seconds).length;
  const counts = Array.from({ length: deliveryTimeBounds.length + 1 }, () => 0);
  counts[bucket] = of.deliveries;
  for (const each of [hour, new Date(hour.getTime() - hourMs)]) {
    await insertRow(api.pool, 'delivery_hours', {
      organization_id: of.organization,
      lane: of.lane ?? 'transactional',
      hour: each,
      provider: 'google',
      deliveries: counts,
    });
  }
}

async function read(id: string, domainIds: string[] = []) {
  const member = await createMember(api.pool, { organizationId, role: 'viewer', domainIds });
  return openBrowser(api, member).get<EmailDeliveryTimes>(`/emails/${id}/delivery-times`, { organizationId });
}

describe('times to delivery of an email', () => {
  it('tell a provider that is slow for everyone from a problem of one sender', async () => {
    const id = await insertEmail(api.pool, {
      organizationId,
      to: ['ada@gmail.com'],
      cc: ['bob@googlemail.com'],
    });
    for (const [organization, deliveries] of [
      [organizationId, 50],
      [allOrganizations, 500],
    ] as const) {
      await count({ organization, deliveries, seconds: 4.5, daysAgo: 1 });
    }
    await count({ organization: organizationId, seconds: 120, deliveries: 50 });
    await count({ organization: allOrganizations, seconds: 4.5, deliveries: 500 });
    const { body } = await read(id);
    expect(body.data).toEqual([
      {
        provider: 'google',
        recipients: ['ada@gmail.com', 'bob@googlemail.com'],
        organization: {
          seconds_to_delivery: { p50: 110, p95: 130 },
          usual_seconds: { p50: 4.8, p95: 5.6 },
        },
        platform: {
          seconds_to_delivery: { p50: 4.8, p95: 5.6 },
          usual_seconds: { p50: 4.8, p95: 5.6 },
        },
      },
    ]);
  });

  it('have no figures of too few deliveries, of providers that are not counted, and of test mail', async () => {
    await count({ organization: organizationId, seconds: 4, deliveries: 1 });
    await count({ organization: allOrganizations, seconds: 4, deliveries: 5 });
    const few = { seconds_to_delivery: null, usual_seconds: null };
    const live = await insertEmail(api.pool, { organizationId, to: ['ada@gmail.com', 'bob@own.example'] });
    expect((await read(live)).body.data).toEqual([
      { provider: 'google', recipients: ['ada@gmail.com'], organization: few, platform: few },
      { provider: 'own.example', recipients: ['bob@own.example'], organization: null, platform: null },
    ]);
    await api.pool.query(`UPDATE messages SET lane = 'test' WHERE id = $1`, [live]);
    expect((await read(live)).body.data).toMatchObject([{ organization: null, platform: null }, {}]);
  });

  it('of bulk mail are those of the organization alone', async () => {
    const id = await insertEmail(api.pool, { organizationId, to: ['ada@gmail.com'] });
    await api.pool.query(`UPDATE messages SET lane = 'bulk' WHERE id = $1`, [id]);
    await count({ organization: organizationId, seconds: 4.5, deliveries: 50 });
    await count({ organization: organizationId, seconds: 900, deliveries: 50, lane: 'bulk' });
    const [google] = (await read(id)).body.data;
    expect(google?.organization?.seconds_to_delivery?.p50).toBeGreaterThan(700);
    expect(google?.platform).toBeNull();
  });

  it('are of the provider that an attempt has found, before that of the address', async () => {
    const id = await insertEmail(api.pool, { organizationId, to: ['ada@own.example'] });
    await api.pool.query(`UPDATE recipients SET provider = 'microsoft' WHERE message_id = $1`, [id]);
    expect((await read(id)).body.data).toMatchObject([{ provider: 'microsoft', organization: {} }]);
  });

  it('are hidden from other organizations, and from members of other domains', async () => {
    const [domain, other] = await Promise.all([
      createDomain(api.pool, { organizationId }),
      createDomain(api.pool, { organizationId }),
    ]);
    const id = await insertEmail(api.pool, { organizationId, domainId: domain.id });
    const foreign = await insertEmail(api.pool, { organizationId: (await createOrganization(api.pool)).id });
    expect(await read(id, [domain.id])).toMatchObject({ status: 200 });
    for (const refused of [
      await read(id, [other.id]),
      await read(foreign),
      await read(newId()),
      await read('no-id'),
    ]) {
      expect(refused).toMatchObject({ refusal: '404 not_found' });
    }
  });
});
