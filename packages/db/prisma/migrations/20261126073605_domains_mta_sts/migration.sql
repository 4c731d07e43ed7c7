-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "mta_sts_hosts" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "mta_sts_id" TEXT,
ADD COLUMN     "mta_sts_mode" TEXT;

ALTER TABLE "domains"
  ADD CONSTRAINT "domains_mta_sts_mode_check" CHECK ("mta_sts_mode" IN ('testing', 'enforce', 'none'));
