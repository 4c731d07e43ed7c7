-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "dmarc_testing" BOOLEAN NOT NULL DEFAULT false;
