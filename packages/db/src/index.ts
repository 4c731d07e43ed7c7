export type { Pool, PoolClient } from 'pg';
export { countCanceledSql, countStepsSql, type StepCount } from './automations/count-steps';
export { auditTargetName } from './audit/audit-target-name';
export { insertAuditEntry, insertAuditEntryWithin, shownAuditValue } from './audit/audit-entries.repository';
export type { NewAuditEntry } from './audit/audit-entries.repository';
export { readBackupAges, writeLogRecord, type BackupAges } from './backups/backup-ages';
export { commitsAsynchronouslySql } from './asynchronous-commit';
export { createApiGatewayDatabase, createDatabase } from './client/create-database';
export type { ApiGatewayDatabase, Database, DatabaseOptions, Queryable } from './client/create-database';
export { jsonNull } from './client/json-null';
export { databaseOptions, openApiGatewayDatabase, openDatabase } from './client/open-database';
export type { ApiGatewayView } from './client/views';
export {
  contactActivityPasses,
  fillContactActivity,
  isContactActivityKnown,
} from './contact-activity/fill-contact-activity';
export { deliveryTimeBounds, deliveryTimesOf, type DeliveryTimes } from './delivery-hours/delivery-times';
export {
  allOrganizations,
  lastHour,
  readDeliveryHours,
  sameHourOfLastWeek,
  type DeliveryCounts,
  type WeightedHour,
} from './delivery-hours/read-delivery-hours';
export { daysUntilFull, readDiskGrowth, type DiskGrowth, type KeptDays } from './disk-use/forecast-disk';
export { deleteOldDmarcDays, summarizeDmarcReports } from './dmarc-days/summarize-reports';
export { firstOf, sourceDayColumns, summarizeSql } from './dmarc-days/summarized-sources';
export { databaseRefusal } from './database-refusal';
export { isUniqueViolation } from './database-errors';
export {
  claimedQueueSql,
  drainedQueuesSql,
  dueQueues,
  dueQueueSql,
  withClaimableSql,
  type DueQueue,
} from './due-queue';
export { emailEventColumns, presentEmailEvent } from './email-events/email-event.presenter';
export type { EmailEventRow } from './email-events/email-event.presenter';
export { isPublishedSql } from './email-events/published-events';
export { sweepEvents, sweepPasses } from './email-events/sweep-events';
export type { SweepPass, SweepStretch, SweptEvents, SweptTable } from './email-events/sweep-events';
export { createInboundSpool, type InboundSpool, type SpooledMail } from './inbound-spool/inbound-spool';
export type { Prisma } from './generated/client';
export { lockRow } from './lock-row';
export { fillLateTerms, fillTerms } from './message-terms/fill-terms';
export { messageTermsFilledTo } from './message-terms/message-terms';
export { assertMigrated } from './migrations/assert-migrated';
export { migrate, MigrationError } from './migrations/migrate';
export type { MigrateOptions, MigrateResult } from './migrations/migrate';
export { selectStatusByRecipients } from './message-status/status-by-recipients';
export {
  hasDueNotices,
  insertNotice,
  insertNoticeWithin,
  markNoticeSent,
  takeDueNotices,
} from './notices/notices.repository';
export type { NewNotice, Notice } from './notices/notices.repository';
export { analyzeGrownPartitions } from './partitions/analyze-grown-partitions';
export { assertPartitions } from './partitions/assert-partitions';
export { dropPartitionsBefore } from './partitions/drop-partitions';
export { ensurePartitions } from './partitions/ensure-partitions';
export type { PartitionRange } from './partitions/ensure-partitions';
export { listPartitions } from './partitions/list-partitions';
export { listWeeks, type PartitionWeek } from './partitions/list-weeks';
export type { Partition } from './partitions/list-partitions';
export { partitionedTables } from './partitions/partitioned-tables';
export type { PartitionedTable } from './partitions/partitioned-tables';
export { deleteExpiredContent } from './retention/delete-content';
export {
  deleteExpiredDmarcReports,
  deleteExpiredTlsReports,
  deleteOldSourceNames,
} from './retention/delete-received-reports';
export { deleteExpiredInboundContent, type DeletedInboundContent } from './retention/delete-inbound-content';
export { deleteExpiredShareLinks } from './retention/delete-share-links';
export { deleteOldDeliveryHours } from './retention/delete-delivery-hours';
export { deleteExpiredRequestContent } from './retention/delete-request-content';
export { deleteExpiredSignupRequests } from './retention/delete-signup-requests';
export { deleteAutomationHistory } from './retention/delete-automation-history';
export { deleteExpiredIdempotencyKeys } from './retention/delete-idempotency-keys';
export { dropMailBefore, dropOldMail } from './retention/drop-mail';
export { deleteContentOf } from './retention/delete-content-of';
export { deleteUnkeptContent } from './retention/delete-unkept-content';
export {
  provenSettings,
  linkSecretProof,
  masterKeyProof,
  returnPathSecretProof,
} from './secret-proofs/secret-proof';
export type { ProvenSetting, SecretProof } from './secret-proofs/secret-proof';
export { safeWatermark } from './safe-watermark';
export { proveSecrets, readProofs, renewProof } from './secret-proofs/prove-secrets';
export { doSealedValuesOpen, opens, sealedColumns } from './secret-proofs/sealed-values';
export type { SealedColumn, SealedValue } from './secret-proofs/sealed-values';
export { findLockedSecrets, sealedPages } from './secret-proofs/sealed-pages';
export type { LockedSecret } from './secret-proofs/sealed-pages';
export { anyFormOf, forgottenAddress } from './suppressions/forgotten-address';
export { onSuppressionConflict, strongestReasonFirst } from './suppressions/suppression-conflict';
export { lockSweepCursor, moveSweepCursor } from './sweep-cursor';
export { integerArray, textArray, timestampArray, uuidArray } from './binary-arrays';
export { withTransaction } from './transaction';
export type { TransactionOptions } from './transaction';
export { uuidV7Floor, uuidV7Time } from './uuid-v7';
