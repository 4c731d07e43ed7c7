-- AlterTable
ALTER TABLE "audit_entries" ALTER COLUMN "organization_id" DROP NOT NULL;
