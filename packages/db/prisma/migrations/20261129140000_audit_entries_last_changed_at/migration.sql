-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "last_changed_at" TIMESTAMPTZ(3);
