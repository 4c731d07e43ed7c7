-- AlterTable
ALTER TABLE "template_versions" ADD COLUMN     "audit_entry_id" UUID;
