import { defaultAlertRules } from '@postrider/contracts/alerts';
import { newId } from '@postrider/contracts/ids';
import { createDomain, createWebhookEndpoint, insertRow, type Queryable } from '@postrider/testkit';
import { deliveryTimeBounds } from '@postrider/db';
import { demoBroadcasts } from './demo-broadcasts';
import { dayMs, hourMs, type DemoDomains, type DemoShop } from './demo-context';
import { demoOrder } from './demo-order';

/**
 * A shop that has sent orders and newsletters for a month: through the API where time does not matter, and by rows where it does.
 *
 * @returns ids of an email and of a broadcast that are worth looking at
 */
export async function createDemoShop(shop: DemoShop): Promise<{
  readonly emailId: string;
  readonly broadcastId: string;
}> {
  const { pool, organizationId } = shop;
  await pool.query(
    `UPDATE organizations SET name = 'Harbor Tea', brand_color = '#0f766e',
       postal_address = 'Harbor Tea, 12 Pier Street, Portland, ME 04101' WHERE id = $1`,
    [organizationId],
  );
  await pool.query(
    `UPDATE users SET name = 'Ada Moreno', email = 'ada@harbortea.example'
     WHERE id IN (SELECT user_id FROM memberships WHERE organization_id = $1)`,
    [organizationId],
  );
  await insertAlertRules(shop);
  const domains: DemoDomains = {
    transactional: await createDomain(pool, { organizationId, name: 'mail.harbortea.example' }),
    bulk: await createDomain(pool, {
      ...{ organizationId, name: 'news.harbortea.example', stream: 'bulk', trackingVerified: true },
    }),
  };
  await createWebhookEndpoint(pool, { organizationId, url: 'https://shop.harbortea.example/hooks/email' });
  await insertDays(shop, domains);
  await insertDeliveryTimes(shop);
  const broadcastId = await demoBroadcasts(shop, domains);
  return { broadcastId, emailId: await demoOrder(shop, domains) };
}

async function insertAlertRules({ pool, organizationId }: DemoShop): Promise<void> {
  for (const { kind, warnRate, pauseRate, minimum, windowMinutes } of defaultAlertRules)
    await insertRow(pool, 'alert_rules', {
      ...{ id: newId(), organization_id: organizationId, kind, warn_rate: warnRate, pause_rate: pauseRate },
      ...{ minimum, window_minutes: windowMinutes, updated_at: new Date() },
    });
}

/** A wave with a period of days, so that figures differ and are the same in each run. */
const wave = (day: number, period: number): number => Math.sin((2 * Math.PI * day) / period);

/** Orders of each day, fewer at weekends and today so far; a newsletter each week. */
async function insertDays(
  { pool, organizationId }: DemoShop,
  { transactional, bulk }: DemoDomains,
): Promise<void> {
  const now = new Date();
  for (let ago = 0; ago < 30; ago += 1) {
    const day = new Date(now.getTime() - ago * dayMs);
    const isWeekend = [0, 6].includes(day.getUTCDay());
    const part = ago === 0 ? 0.62 : 1;
    const orders = Math.round(
      (isWeekend ? 940 : 1_420) * (1 + 0.09 * wave(ago, 5) + 0.004 * (30 - ago)) * part,
    );
    await insertDay(pool, { organizationId, domainId: transactional.id, day, sent: orders, opened: 0.61 });
    const news = ago % 7 === 2 ? 4_310 - 12 * ago : 0;
    if (news > 0) await insertDay(pool, { organizationId, domainId: bulk.id, day, sent: news, opened: 0.46 });
    await insertRow(pool, 'usage_days', {
      ...{ organization_id: organizationId, day: day.toISOString().slice(0, 10), recipients: orders + news },
    });
  }
}

async function insertDay(
  pool: Queryable,
  day: {
    readonly organizationId: string;
    readonly domainId: string;
    readonly day: Date;
    readonly sent: number;
    /** Share of what was delivered. */
    readonly opened: number;
  },
): Promise<void> {
  const { sent } = day;
  const [hard, soft] = [Math.round(sent * 0.0034), Math.round(sent * 0.0021)];
  const delivered = sent - hard - soft;
  await insertRow(pool, 'daily_counters', {
    ...{ organization_id: day.organizationId, domain_id: day.domainId, facet: 'total', facet_key: '' },
    ...{ day: day.day.toISOString().slice(0, 10), sent, delivered, bounced_hard: hard, bounced_soft: soft },
    ...{ opened: Math.round(delivered * day.opened), clicked: Math.round(delivered * day.opened * 0.24) },
    ...{
      complained: sent > 3_000 ? 2 : 0,
      unsubscribed: sent > 3_000 ? 17 : 0,
      delayed: Math.round(sent / 200),
    },
  });
}

/** Half of what Gmail takes at this hour needs about a second. */
async function insertDeliveryTimes({ pool, organizationId }: DemoShop): Promise<void> {
  const thisHour = Math.floor(Date.now() / hourMs) * hourMs;
  const deliveries = deliveryTimeBounds.map(
    (_bound, bucket) => [0, 0, 8, 22, 35, 21, 9, 3, 1, 1][bucket] ?? 0,
  );
  for (const hours of [0, 1, 2, 24, 25, 48, 49]) {
    await insertRow(pool, 'delivery_hours', {
      ...{ organization_id: organizationId, lane: 'transactional', provider: 'google', deliveries },
      hour: new Date(thisHour - hours * hourMs),
    });
  }
}
