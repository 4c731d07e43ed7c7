-- AlterTable
ALTER TABLE "message_reviews" ADD COLUMN     "lease_until" TIMESTAMPTZ(3),
ADD COLUMN     "screening_tries" INTEGER NOT NULL DEFAULT 0;

-- The first of each organization in turn, so that the pile of one does not stand before the others.
DROP INDEX "message_reviews_pending_idx";
CREATE INDEX "message_reviews_pending_idx" ON "message_reviews" ("organization_id", "message_id") WHERE "status" = 'pending';
