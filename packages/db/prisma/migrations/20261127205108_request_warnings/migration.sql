-- AlterTable
ALTER TABLE "automation_event_keys" ADD COLUMN     "body_hash" BYTEA;

-- AlterTable
ALTER TABLE "idempotency_keys" ADD COLUMN     "body_hash" BYTEA;

-- AlterTable
ALTER TABLE "api_request_logs" ADD COLUMN     "warnings" TEXT[];
