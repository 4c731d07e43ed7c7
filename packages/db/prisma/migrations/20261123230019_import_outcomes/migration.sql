-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "kept_unsubscribed" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "rows_suppressed" BIGINT NOT NULL DEFAULT 0,
ADD COLUMN     "rows_unsubscribed" BIGINT NOT NULL DEFAULT 0;
