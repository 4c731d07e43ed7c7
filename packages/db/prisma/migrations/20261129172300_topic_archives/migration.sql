-- AlterTable
ALTER TABLE "topics" ADD COLUMN     "archive" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "archive_token" TEXT;

-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "in_archive" BOOLEAN NOT NULL DEFAULT true;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "utm" JSONB;

-- CreateIndex
CREATE UNIQUE INDEX "topics_archive_token_key" ON "topics"("archive_token");

-- CreateIndex
CREATE INDEX "broadcasts_topic_id_started_at_idx" ON "broadcasts"("topic_id", "started_at");
