import { useTestContext } from '@postrider/testkit';
import { partitionedTables } from '../partitions/partitioned-tables';
import { describeDatabase } from './describe-database';
import { declaredModels } from './schema-comments';
import { diffSchemas } from './schema-engine';
import { readSchema } from './schema-files';

/** Written by hand in migrations, because a Prisma schema has no partial index and no NULLS NOT DISTINCT. */
const handWrittenIndexes = [
  'alerts_open_key',
  'api_request_logs_chosen_ids_idx',
  'api_request_logs_failed_idx',
  'api_request_logs_warned_idx',
  'automation_runs_due_idx',
  'automation_runs_finished_idx',
  'automation_runs_held_idx',
  'automation_runs_position_idx',
  'automation_runs_running_idx',
  'automation_runs_single_key',
  'automation_runs_suspended_idx',
  'automation_runs_turn_idx',
  'automation_runs_waiting_idx',
  'automations_cancel_idx',
  'automations_slug_key',
  'blocklist_lookups_listed_idx',
  'broadcast_recipients_due_idx',
  'broadcast_recipients_waiting_idx',
  'broadcasts_held_idx',
  'broadcasts_open_idx',
  'contact_events_due_idx',
  'dmarc_reports_unsummarized_idx',
  'dmarc_sources_reasons_idx',
  'domains_held_name_key',
  'domains_next_check_idx',
  'imports_open_idx',
  'inbound_spool_received_idx',
  'installations_only_key',
  'message_reviews_flagged_idx',
  'message_reviews_pending_idx',
  'messages_broadcast_unsent_idx',
  'messages_conversation_idx',
  'messages_due_idx',
  'messages_expiring_idx',
  'messages_inbound_idx',
  'messages_kind_idx',
  'messages_provider_id_idx',
  'messages_queued_idx',
  'messages_sending_idx',
  'messages_sent_idx',
  'messages_status_idx',
  'messages_submitted_idx',
  'messages_test_idx',
  'messages_unconfirmed_idx',
  'notices_unsent_idx',
  'organizations_late_idx',
  'queue_drains_open_key',
  'segment_members_due_idx',
  'signup_requests_expiring_idx',
  'suppressions_ending_idx',
  'suppressions_forgotten_idx',
  'suppressions_organization_id_email_domain_id_key',
  'suppressions_reason_idx',
  'webhook_deliveries_exhausted_idx',
  'webhook_deliveries_pending_idx',
  'webhook_replays_running_idx',
];
const context = useTestContext();

/** What the schema alone would create, in a namespace beside the migrated one. */
async function createFromSchema(): Promise<void> {
  const sql = await diffSchemas([], await readSchema());
  const client = await context.pool.connect();
  try {
    await client.query('CREATE SCHEMA from_schema; SET search_path TO from_schema');
    await client.query(sql.replace(/CREATE SCHEMA IF NOT EXISTS "public";/, ''));
  } finally {
    client.release(true);
  }
}

describe('migrations and schema', () => {
  it('lead to the same columns, keys and indexes, except for the hand-written ones', async () => {
    await createFromSchema();
    const migrated = await describeDatabase(context.pool, 'public');
    const declared = await describeDatabase(context.pool, 'from_schema');

    expect(migrated.columns).toEqual(declared.columns);
    expect(migrated.columns.length).toBeGreaterThan(150);
    expect(migrated.keys).toEqual(declared.keys);
    const handWritten = migrated.indexes.filter(({ name }) => handWrittenIndexes.includes(name));
    expect(handWritten.map(({ name }) => name)).toEqual(handWrittenIndexes);
    expect(migrated.indexes.filter((index) => !handWritten.includes(index))).toEqual(declared.indexes);
  });

  it('partition the declared tables by the declared column', async () => {
    const { rows } = await context.pool.query<{ table: string; column: string }>(
      `SELECT relname AS table, attname AS column
         FROM pg_partitioned_table
         JOIN pg_class ON pg_class.oid = partrelid
         JOIN pg_attribute ON attrelid = partrelid AND attnum = ANY(partattrs::int2[])
        WHERE relnamespace = 'public'::regnamespace AND partstrat = 'r'
        ORDER BY relname`,
    );
    const managed = partitionedTables.map(({ table, column }) => ({ table, column }));
    expect(rows).toEqual(managed.toSorted((a, b) => (a.table < b.table ? -1 : 1)));
  });

  it('allow in each checked column the values that its comment lists', async () => {
    const { checks } = await describeDatabase(context.pool, 'public');
    const declared = new Map<string, readonly string[]>(
      declaredModels(await readSchema()).flatMap(({ table, values }) =>
        [...values].map(([column, list]) => [`${table}_${column}_check`, list] as const),
      ),
    );
    expect(checks.map(({ name, values }) => [name, values])).toEqual(
      checks.map(({ name }) => [name, declared.get(name)]),
    );
    expect(checks.length).toBeGreaterThan(15);
  });
});
