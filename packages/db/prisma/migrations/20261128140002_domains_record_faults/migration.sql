-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "record_faults" JSONB NOT NULL DEFAULT '[]';
