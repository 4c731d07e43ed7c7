-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "canceled" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "broadcast_counters" ADD COLUMN     "failed" BIGINT NOT NULL DEFAULT 0;
-- What a Prisma schema cannot say.
ALTER TABLE "broadcast_recipients"
  DROP CONSTRAINT "broadcast_recipients_outcome_check",
  ADD CONSTRAINT "broadcast_recipients_outcome_check" CHECK ("outcome" IN ('submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid', 'canceled'));
