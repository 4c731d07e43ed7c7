-- AlterTable
ALTER TABLE "topics" ADD COLUMN     "visibility" TEXT NOT NULL DEFAULT 'public';

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "brand_color" TEXT,
ADD COLUMN     "logo_url" TEXT,
ADD COLUMN     "privacy_url" TEXT;

-- AlterTable
ALTER TABLE "signup_forms" ADD COLUMN     "confirmation_subject" TEXT,
ADD COLUMN     "confirmation_text" TEXT;

-- AlterTable
ALTER TABLE "signup_requests" ADD COLUMN     "mailbox_key" TEXT;

-- CreateIndex
CREATE INDEX "signup_requests_organization_id_mailbox_key_id_idx" ON "signup_requests"("organization_id", "mailbox_key", "id");

ALTER TABLE "topics"
  ADD CONSTRAINT "topics_visibility_check" CHECK ("visibility" IN ('public', 'private'));
