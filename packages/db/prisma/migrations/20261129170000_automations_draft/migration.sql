-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "draft" JSONB,
ADD COLUMN     "trigger_if" JSONB;
