import { newId } from '@postrider/contracts/ids';
import { createDomain, createOrganization, type DomainFixture, type TestContext } from '@postrider/testkit';

/** An organization with a bulk domain, and automations whose runs begin by a row. */
export interface AutomationWorld {
  readonly organizationId: string;
  readonly domain: DomainFixture;
  readonly from: string;
  readonly contact: (overrides?: {
    readonly properties?: object;
    readonly email?: string;
  }) => Promise<string>;
  readonly automation: (
    steps: readonly object[],
    overrides?: { readonly slug?: string },
  ) => Promise<AutomationFixture>;
  readonly setContact: (id: string, status: string) => Promise<void>;
}

export interface AutomationFixture {
  readonly id: string;
  readonly slug: string;
  /** Starts a run of the current version. @returns its id */
  readonly start: (contactId: string, overrides?: RunOverrides) => Promise<string>;
  /** For each of so many new contacts. */
  readonly startMany: (count: number) => Promise<void>;
  /** Writes the next version. */
  readonly change: (steps: readonly object[]) => Promise<void>;
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly remove: () => Promise<void>;
}

interface RunOverrides {
  readonly properties?: object;
  readonly dueAt?: Date;
}

export interface StoredRun {
  readonly status: string;
  readonly position: string;
  readonly detail: string | null;
  readonly due_at: Date | null;
  readonly due_in_days: number | null;
  readonly waiting_event: string | null;
  readonly attempts: number;
  readonly lease_until: Date | null;
  readonly step_id: string | null;
  readonly history: readonly {
    readonly number: number;
    readonly position: string;
    readonly type: string;
    readonly outcome: string;
    readonly detail: string | null;
    readonly message_id: string | null;
  }[];
}

export async function createAutomationWorld(
  context: TestContext,
  overrides: Parameters<typeof createOrganization>[1] = {},
): Promise<AutomationWorld> {
  const { id: organizationId } = await createOrganization(context.pool, overrides);
  const domain = await createDomain(context.pool, { organizationId, stream: 'bulk' });
  const { pool } = context;
  return {
    organizationId,
    domain,
    from: `Shop <hi@${domain.name}>`,
    contact: async ({ properties = {}, email } = {}) => {
      const id = newId();
      const address = email ?? `c${id.slice(-12)}@example.test`;
      await pool.query(
        `INSERT INTO contacts (id, organization_id, email, email_key, first_name, properties, status, created_at, updated_at)
         VALUES ($1, $2, $3, $3, 'Ada', $4, 'SUBSCRIBED', now(), now())`,
        [id, organizationId, address, properties],
      );
      return id;
    },
    setContact: async (id, status) => {
      await pool.query('UPDATE contacts SET status = $2 WHERE id = $1', [id, status]);
    },
    automation: (steps, { slug } = {}) =>
      createAutomation(context, { organizationId, steps, slug: slug ?? `a${newId().slice(-12)}` }),
  };
}

async function createAutomation(
  { pool }: TestContext,
  given: { readonly organizationId: string; readonly steps: readonly object[]; readonly slug: string },
): Promise<AutomationFixture> {
  const { organizationId, slug } = given;
  const id = newId();
  let version = 0;
  const change = async (steps: readonly object[]): Promise<void> => {
    version += 1;
    await pool.query(
      `INSERT INTO automation_versions (automation_id, number, organization_id, definition, api_key_id)
       VALUES ($1, $2, $3, $4, $5)`,
      [id, version, organizationId, JSON.stringify({ trigger: { event: 'user.joined' }, steps }), newId()],
    );
  };
  const set = async (assignment: string): Promise<void> => {
    await pool.query(`UPDATE automations SET ${assignment} WHERE id = $1`, [id]);
  };
  await pool.query(
    `INSERT INTO automations (id, organization_id, slug, name, trigger_event) VALUES ($1, $2, $3, $3, 'user.joined')`,
    [id, organizationId, slug],
  );
  await change(given.steps);
  return {
    id,
    slug,
    change,
    pause: () => set(`status = 'paused'`),
    resume: () => set(`status = 'active'`),
    remove: () => set('deleted_at = now()'),
    start: async (contactId, { properties = {}, dueAt = new Date(0) } = {}) => {
      const runId = newId();
      await pool.query(
        `INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, properties, due_at,
           one_per_contact, started_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, false, now())`,
        [runId, organizationId, id, version, contactId, newId(), properties, dueAt],
      );
      return runId;
    },
    startMany: async (count) => {
      await pool.query(
        `WITH people AS (
           INSERT INTO contacts (id, organization_id, email, email_key, properties, status, created_at, updated_at)
           SELECT gen_random_uuid(), $1, n || '-' || $2 || '@example.test', n || '-' || $2 || '@example.test', '{}',
             'SUBSCRIBED', now(), now() FROM generate_series(1, $4::int) n
           RETURNING id
         )
         INSERT INTO automation_runs (id, organization_id, automation_id, version, contact_id, event_id, due_at,
           one_per_contact, started_at)
         SELECT gen_random_uuid(), $1, $3, $5, id, gen_random_uuid(), to_timestamp(0), false, now() FROM people`,
        [organizationId, slug, id, count, version],
      );
    },
  };
}

export async function readRun({ pool }: TestContext, id: string): Promise<StoredRun> {
  const { rows } = await pool.query<StoredRun>(
    `SELECT r.*, (extract(epoch FROM r.due_at - now()) / 86400)::float8 AS due_in_days,
       (SELECT coalesce(json_agg(s ORDER BY s.number), '[]') FROM automation_steps s WHERE s.run_id = r.id) AS history
     FROM automation_runs r WHERE r.id = $1`,
    [id],
  );
  const [row] = rows;
  if (row === undefined) throw new Error(`no run ${id}`);
  return row;
}

/** Makes what waits due now, as if its time had come. */
export async function makeDue({ pool }: TestContext, runId: string): Promise<void> {
  await pool.query('UPDATE automation_runs SET due_at = now() WHERE id = $1', [runId]);
}

/** As `POST /events` does it for a contact that waits. */
export async function postWaitedEvent({ pool }: TestContext, runId: string, event: string): Promise<void> {
  await pool.query(
    `UPDATE automation_runs SET woken_by = $3, due_at = now()
     WHERE id = $1 AND waiting_event = $2 AND woken_by IS NULL AND status = 'running'`,
    [runId, event, newId()],
  );
}
