-- AlterTable
ALTER TABLE "automation_versions" ADD COLUMN     "audit_entry_id" UUID;
