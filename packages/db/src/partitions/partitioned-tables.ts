/**
 * Storage of a partition by how its rows live.
 * `updated`: a row is updated a few times soon after it was inserted. The free 15 % of each page take the new
 * versions beside the old ones, and vacuum comes at 2 % of dead rows instead of 20 %.
 * `appended`: rows never change; vacuum comes at 5 % of new rows, so that freezing is spread over the week.
 */
const storage = {
  updated: 'fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02',
  appended: 'autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05',
} as const;

/**
 * Every table that is range-partitioned by week on a UUIDv7 column; a test compares it with the schema. One that follows another is
 * made later from its rows: it has partitions for all weeks that the other has.
 */
export const partitionedTables = [
  { table: 'messages', column: 'id', storage: storage.updated },
  { table: 'message_contents', column: 'message_id', storage: storage.appended },
  { table: 'message_attachments', column: 'message_id', storage: storage.appended },
  { table: 'message_terms', column: 'message_id', storage: storage.appended, follows: 'messages' },
  { table: 'content_terms', column: 'message_id', storage: storage.appended, follows: 'message_contents' },
  { table: 'recipients', column: 'message_id', storage: storage.updated },
  { table: 'delivery_attempts', column: 'message_id', storage: storage.updated },
  { table: 'email_events', column: 'message_id', storage: storage.appended },
  { table: 'counted_events', column: 'event_id', storage: storage.appended },
  { table: 'api_request_logs', column: 'id', storage: storage.appended },
  { table: 'api_request_contents', column: 'log_id', storage: storage.appended },
  { table: 'contact_events', column: 'id', storage: storage.updated },
  { table: 'webhook_deliveries', column: 'id', storage: storage.updated },
  { table: 'webhook_attempts', column: 'delivery_id', storage: storage.appended },
  { table: 'inbound_spool', column: 'id', storage: storage.updated },
  { table: 'inbound_spool_contents', column: 'mail_id', storage: storage.updated },
  { table: 'inbound_emails', column: 'id', storage: storage.appended },
  { table: 'inbound_contents', column: 'inbound_id', storage: storage.appended },
  { table: 'inbound_attachments', column: 'inbound_id', storage: storage.appended },
] as const;

export type PartitionedTable = (typeof partitionedTables)[number]['table'];
