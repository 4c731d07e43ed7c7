-- AlterTable
ALTER TABLE "api_request_logs" ADD COLUMN     "unknown_fields" TEXT;
