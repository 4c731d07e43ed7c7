-- AlterTable
ALTER TABLE "dmarc_sources" ADD COLUMN     "reasons" JSONB;
