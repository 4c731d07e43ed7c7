import assert from 'node:assert';
import { createAdmissionControl } from '@postrider/admission';
import { newId } from '@postrider/contracts/ids';
import { plansSetting } from '@postrider/contracts/organizations';
import type { SegmentFilter } from '@postrider/contracts/segments';
import type { Pool } from '@postrider/db';
import { createPublicLinks } from '@postrider/mail';
import { createRedis } from '@postrider/messaging';
import {
  createLogger,
  createMetrics,
  createThreadPool,
  systemClock,
  type LinkOrigin,
} from '@postrider/runtime';
import { createAcceptEmails, createCancelEmail } from '@postrider/submission';
import { createRenderer } from '@postrider/templating';
import {
  createDomain,
  createOrganization,
  createTestContext,
  testLinkSecret,
  type OrganizationOverrides,
  type TestContext,
} from '@postrider/testkit';
import { createReadContent } from '../src/broadcasts/contents';
import {
  createPace,
  createTransactionalActivity,
  type TransactionalActivity,
} from '../src/fairness/broadcast-pace';
import type { TurnEnd } from '../src/broadcasts/open-broadcast';
import { createTakeBroadcastTurn, type TurnResources } from '../src/broadcasts/take-broadcast-turn';

/** An organization with what a broadcast needs. */
export interface BroadcastSender {
  readonly organizationId: string;
  readonly domainId: string;
  readonly domainName: string;
  readonly topicId: string;
  readonly segmentId: string;
}

export interface BroadcastHarness {
  readonly context: TestContext;
  readonly pool: Pool;
  /** As a worker has them. */
  readonly resources: TurnResources;
  /** Mail that the worker of `resources` treats as transactional. */
  readonly transactional: TransactionalActivity;
  /** Jobs for messages, as they were published. */
  readonly enqueued: string[];
  createSender(overrides?: OrganizationOverrides): Promise<BroadcastSender>;
  /** @returns ids, in order */
  addContacts(sender: BroadcastSender, count: number, columns?: Record<string, unknown>): Promise<string[]>;
  /** Scheduled and due by default. @returns its id */
  addBroadcast(sender: BroadcastSender, columns?: Record<string, unknown>): Promise<string>;
  read(id: string): Promise<StoredBroadcast>;
  recipientsOf(id: string): Promise<StoredRecipient[]>;
  /** Recipients' addresses, of every message of the broadcast. */
  mailedBy(id: string): Promise<string[]>;
  /** Turns of one worker, until there is nothing to do at once. */
  run(id: string, turn?: ReturnType<typeof createTakeBroadcastTurn>): Promise<TurnEnd>;
  /** Workers have tried what was submitted so far. */
  attempt(id: string): Promise<void>;
  /** Turns, what they submit is tried, and turns once more. */
  finish(id: string, turn?: ReturnType<typeof createTakeBroadcastTurn>): Promise<TurnEnd>;
  close(): Promise<void>;
}

export interface StoredBroadcast {
  readonly organization_id: string;
  readonly status: string;
  readonly filter: SegmentFilter | null;
  readonly recipients: number;
  readonly submitted: number;
  readonly suppressed: number;
  readonly unsubscribed: number;
  readonly over_quota: number;
  readonly invalid: number;
  readonly canceled: number;
  readonly winner: number | null;
  readonly waiting_for: string | null;
  readonly waiting: object | null;
  readonly turn_at: Date | null;
  readonly failures: number;
  readonly started_at: Date | null;
  readonly decide_at: Date | null;
  readonly finished_at: Date | null;
}

export interface StoredRecipient {
  readonly contact_id: string;
  readonly variant: number | null;
  readonly message_id: string | null;
  readonly outcome: string | null;
  readonly detail: string | null;
  readonly lease_until: Date | null;
}

export async function startBroadcastHarness(
  options: { readonly plans?: object; readonly unsentMax?: number } = {},
): Promise<BroadcastHarness> {
  const context = await createTestContext();
  const { pool } = context;
  const log = createLogger({ name: 'broadcast test', level: 'fatal' });
  const metrics = createMetrics();
  const redis = createRedis({ url: context.redisUrl, name: 'broadcast test', log, commandTimeoutMs: 60_000 });
  const threads = createThreadPool({
    ...{ threadsMax: 2, heapMbMax: 256, waitingMax: 100, waitingMaxEach: 50, metrics },
  });
  const plans = plansSetting().parse(options.plans && JSON.stringify(options.plans));
  const common = { redis, pool, clock: systemClock, log, metrics };
  const admissionControl = createAdmissionControl({ ...common, plans, rebuildDelayMs: 1 });
  const enqueued: string[] = [];
  const acceptEmails = createAcceptEmails({
    ...common,
    publishJob: (_queue, { messages }) => {
      enqueued.push(...messages.map(({ message_id }) => message_id));
      return Promise.resolve(true);
    },
  });
  const renderer = createRenderer({ threads, msPerSecond: 500 });
  const transactional = createTransactionalActivity();
  const linkOrigin: LinkOrigin = { origin: 'https://mail.postrider.test', servesAll: true };
  const resources: TurnResources = {
    ...{ pool, acceptEmails, admissionControl, renderer, linkOrigin },
    cancelEmail: createCancelEmail({ pool, clock: systemClock, admissionControl }),
    readContent: createReadContent({ pool, renderer }),
    links: createPublicLinks(Buffer.from(testLinkSecret, 'base64')),
    pace: createPace(transactional),
    unsentMax: options.unsentMax ?? 2_000,
    pages: metrics.counter('pages', 'Pages.', { work: [] }),
    recipientsByOutcome: metrics.counter('recipients', 'Recipients.', { outcome: [] }),
  };
  const looks = createLooks(pool);
  return {
    ...{ context, pool, resources, transactional, enqueued },
    ...createTurns(resources, looks),
    ...createRows(pool),
    ...looks,
    close: async () => {
      await acceptEmails.drain();
      await admissionControl.drain();
      await threads.close();
      redis.disconnect();
      await context.close();
    },
  };
}

type Rows = Pick<BroadcastHarness, 'createSender' | 'addContacts' | 'addBroadcast'>;
type Looks = Pick<BroadcastHarness, 'read' | 'recipientsOf' | 'mailedBy'>;

/** By hand: no loop, and no worker that sends. */
function createTurns(
  resources: TurnResources,
  looks: Looks,
): Pick<BroadcastHarness, 'run' | 'attempt' | 'finish'> {
  const attempt: BroadcastHarness['attempt'] = async (id) => {
    await resources.pool.query('UPDATE messages SET first_attempt_at = now() WHERE kind = $1', [
      `broadcast.${id}`,
    ]);
  };
  const run: BroadcastHarness['run'] = async (id, turn = createTakeBroadcastTurn(resources)) => {
    const { organization_id: organizationId } = await looks.read(id);
    for (let turns = 0; turns < 1_000; turns += 1) {
      const end = await turn({ id, organizationId, failures: 0 });
      if (end.kind !== 'moved') return end;
    }
    assert.fail('a broadcast ends');
  };
  const finish: BroadcastHarness['finish'] = async (id, turn) => {
    await run(id, turn);
    await attempt(id);
    return run(id, turn);
  };
  return { run, attempt, finish };
}

function createRows(pool: Pool): Rows {
  return {
    createSender: async (overrides) => {
      const organization = await createOrganization(pool, overrides);
      const organizationId = organization.id;
      await pool.query('UPDATE organizations SET approved_at = now() WHERE id = $1', [organizationId]);
      const domain = await createDomain(pool, { organizationId, stream: 'bulk' });
      const [topicId, segmentId] = [newId(), newId()];
      await pool.query(
        `INSERT INTO topics (id, organization_id, slug, name, default_opt_in) VALUES ($1, $2, 'news', 'News', true)`,
        [topicId, organizationId],
      );
      await pool.query(
        `INSERT INTO segments (id, organization_id, name, filter) VALUES ($1, $2, 'All', '{"all": []}')`,
        [segmentId, organizationId],
      );
      return { organizationId, domainId: domain.id, domainName: domain.name, topicId, segmentId };
    },
    addContacts: async ({ organizationId }, count, columns = {}) => {
      const ids: string[] = [];
      for (let index = 0; index < count; index += 1) {
        const id = newId();
        const email = `c${id.slice(-12)}@example.test`;
        const name = `Reader ${index}`;
        await insert(pool, 'contacts', {
          ...{ id, organization_id: organizationId, email, email_key: email, first_name: name },
          ...columns,
        });
        ids.push(id);
      }
      return ids;
    },
    addBroadcast: async ({ organizationId, domainId, domainName, topicId, segmentId }, columns = {}) => {
      const id = newId();
      await insert(pool, 'broadcasts', {
        ...{ id, organization_id: organizationId, name: 'May', api_key_id: newId() },
        ...{ segment_id: segmentId, topic_id: topicId, domain_id: domainId },
        ...{ from_header: `News <news@${domainName}>`, from_address: `news@${domainName}` },
        ...{ subject: 'Hello {{ contact.first_name }}', html: '<p>{{ unsubscribe_url }}</p>', text: 'Hello' },
        ...{ status: 'scheduled', scheduled_at: new Date() },
        ...columns,
      });
      return id;
    },
  };
}

function createLooks(pool: Pool): Looks {
  return {
    read: async (id) => {
      const { rows } = await pool.query<StoredBroadcast>('SELECT * FROM broadcasts WHERE id = $1', [id]);
      assert(rows[0]);
      return rows[0];
    },
    recipientsOf: async (id) => {
      const { rows } = await pool.query<StoredRecipient>(
        'SELECT * FROM broadcast_recipients WHERE broadcast_id = $1 ORDER BY contact_id',
        [id],
      );
      return rows;
    },
    mailedBy: async (id) => {
      const { rows } = await pool.query<{ address: string }>(
        `SELECT r.address FROM messages m JOIN recipients r ON r.message_id = m.id
         WHERE m.kind = $1 AND r.status <> 'suppressed' ORDER BY r.address`,
        [`broadcast.${id}`],
      );
      return rows.map(({ address }) => address);
    },
  };
}

async function insert(pool: Pool, table: string, row: Record<string, unknown>): Promise<void> {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`);
  await pool.query(
    `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places.join(', ')})`,
    Object.values(row),
  );
}
