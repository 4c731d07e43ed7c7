import type { DeliveryPace, EmailDeliveryTimes } from '@postrider/contracts/console';
import type { Lane } from '@postrider/contracts/statuses';
import {
  allOrganizations,
  deliveryTimesOf,
  lastHour,
  readDeliveryHours,
  sameHourOfLastWeek,
  type DeliveryCounts,
  type Pool,
} from '@postrider/db';
import { isMailboxProvider, mailboxProvider } from '@postrider/mail';

interface RecipientRow {
  readonly lane: Lane;
  readonly address: string;
  readonly provider: string | null;
}

/**
 * Times to the mailbox providers of an email, now and usually; null: there is no such email.
 * @param email.domainIds the only domains whose emails may be seen; null: all
 */
export async function readEmailDeliveryTimes(
  pool: Pool,
  email: {
    readonly organizationId: string;
    readonly id: string;
    readonly domainIds: readonly string[] | null;
  },
  now: Date,
): Promise<EmailDeliveryTimes | null> {
  const recipients = await findRecipients(pool, email);
  const lane = recipients[0]?.lane;
  if (lane === undefined) return null;
  const addressesOf = Map.groupBy(recipients, providerOf);
  const counts = await readCounts(pool, { ...email, lane, providers: [...addressesOf.keys()], now });
  return {
    object: 'email_delivery_times',
    id: email.id,
    data: [...addressesOf].map(([provider, rows]) => {
      const paceOf = (organizationId: string) =>
        presentPace(
          counts.filter((row) => row.provider === provider && row.organizationId === organizationId),
          organizationId === allOrganizations ? platformDeliveriesMin : ownDeliveriesMin,
        );
      const isCounted = isMailboxProvider(provider) && lane !== 'test';
      return {
        provider,
        recipients: rows.map(({ address }) => address),
        organization: isCounted ? paceOf(email.organizationId) : null,
        // Bulk mail of others waits for their turn: it says nothing about this one.
        platform: isCounted && lane === 'transactional' ? paceOf(allOrganizations) : null,
      };
    }),
  };
}

async function findRecipients(
  pool: Pool,
  { organizationId, id, domainIds }: Parameters<typeof readEmailDeliveryTimes>[1],
): Promise<readonly RecipientRow[]> {
  const { rows } = await pool.query<RecipientRow>({
    name: 'console.find-email-recipients',
    text: `SELECT m.lane, r.address, r.provider
             FROM messages m JOIN recipients r ON r.message_id = m.id
            WHERE m.id = $2 AND r.message_id = $2 AND m.organization_id = $1
              AND ($3::uuid[] IS NULL OR m.domain_id = ANY($3))
            ORDER BY r.ordinal`,
    values: [organizationId, id, domainIds],
  });
  return rows;
}

/** As the last attempt found it; before the first, as far as the domain says it. */
function providerOf({ address, provider }: RecipientRow): string {
  return provider ?? mailboxProvider(address.slice(address.lastIndexOf('@') + 1));
}

type Period = 'now' | 'usual';

async function readCounts(
  pool: Pool,
  of: {
    readonly organizationId: string;
    readonly lane: Lane;
    readonly providers: readonly string[];
    readonly now: Date;
  },
): Promise<DeliveryCounts<Period>[]> {
  const providers = of.providers.filter(isMailboxProvider);
  if (of.lane === 'test' || providers.length === 0) return [];
  return readDeliveryHours(pool, {
    organizationIds: [of.organizationId, allOrganizations],
    providers,
    lanes: [of.lane],
    periods: { now: lastHour(of.now), usual: sameHourOfLastWeek(of.now) },
  });
}

/** One delivery is no measure of what is usual. */
const ownDeliveriesMin = 5;
/** Fewer may be those of one other organization. */
const platformDeliveriesMin = 20;

function presentPace(rows: readonly DeliveryCounts<Period>[], deliveriesMin: number): DeliveryPace {
  const timesIn = (period: Period) => {
    const counts = rows.find((row) => row.period === period)?.counts ?? [];
    const deliveries = counts.reduce((sum, count) => sum + count, 0);
    return deliveries < deliveriesMin ? null : deliveryTimesOf(counts);
  };
  return { seconds_to_delivery: timesIn('now'), usual_seconds: timesIn('usual') };
}
