-- DropIndex
DROP INDEX "domains_name_key";

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "failed_reason" TEXT;

-- CreateIndex
CREATE UNIQUE INDEX "domains_organization_id_name_key" ON "domains"("organization_id", "name");

ALTER TABLE "domains"
  ADD CONSTRAINT "domains_failed_reason_check" CHECK ("failed_reason" IN ('not_verified', 'records_lost', 'claimed_by_another'));

UPDATE "domains" SET "failed_reason" = CASE WHEN "verified_at" IS NULL THEN 'not_verified' ELSE 'records_lost' END
 WHERE "status" = 'failed';

-- Who holds a name. A domain that has failed leaves it to others.
CREATE UNIQUE INDEX "domains_held_name_key" ON "domains" ("name") WHERE "failed_reason" IS NULL;
