-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "dmarc_policy" TEXT;

ALTER TABLE "domains"
  ADD CONSTRAINT "domains_dmarc_policy_check" CHECK ("dmarc_policy" IN ('none', 'quarantine', 'reject'));
