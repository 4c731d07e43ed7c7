export type { Pool, PoolClient } from 'pg';
export { insertAuditEntry } from './audit/insert-audit-entry';
export type { NewAuditEntry } from './audit/insert-audit-entry';
export { createDatabase } from './client/create-database';
export type { Database, DatabaseOptions } from './client/create-database';
export type {
  ApiGatewayView,
  DatabaseView,
  MetricsAggregatorView,
  SendWorkerView,
  WebhookDispatcherView,
} from './client/views';
export {
  isDatabaseUnavailable,
  isMissingPartition,
  isTransactionConflict,
  isUniqueViolation,
  OverloadedError,
  sqlState,
} from './database-errors';
export { emailEventColumns, presentEmailEvent } from './email-events/email-event.presenter';
export type { EmailEventRow } from './email-events/email-event.presenter';
export { isPublishedSql } from './email-events/published-events';
export { Prisma, PrismaClient } from './generated/client';
export { createGroupCommit } from './group-commit/group-commit';
export type { GroupCommit, GroupCommitOptions } from './group-commit/group-commit';
export { migrate, MigrationError } from './migrations/migrate';
export type { MigrateOptions, MigrateResult } from './migrations/migrate';
export { statusByRecipients } from './message-status/status-by-recipients';
export { insertNotice } from './notices/insert-notice';
export type { NewNotice } from './notices/insert-notice';
export { assertPartitions, MissingPartitionsError } from './partitions/assert-partitions';
export { dropPartitionsBefore } from './partitions/drop-partitions';
export { ensurePartitions } from './partitions/ensure-partitions';
export type { PartitionRange } from './partitions/ensure-partitions';
export { listPartitions } from './partitions/list-partitions';
export type { Partition } from './partitions/list-partitions';
export { partitionedTables } from './partitions/partitioned-tables';
export type { PartitionedTable } from './partitions/partitioned-tables';
export { deleteExpiredContent } from './retention/delete-content';
export { deleteExpiredIdempotencyKeys } from './retention/delete-idempotency-keys';
export { deleteUnkeptContent } from './retention/delete-unkept-content';
export { lockSweepCursor, moveSweepCursor, sweepPasses, type SweepPass } from './sweep-cursor';
export { textArray } from './text-array';
export { withTransaction } from './transaction';
export type { TransactionOptions } from './transaction';
export { uuidV7Floor, uuidV7Time } from './uuid-v7';
