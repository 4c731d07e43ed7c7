-- AlterTable
ALTER TABLE "webhook_endpoints" ADD COLUMN     "format" TEXT NOT NULL DEFAULT 'postrider';

ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_format_check" CHECK (format IN ('postrider', 'resend'));
