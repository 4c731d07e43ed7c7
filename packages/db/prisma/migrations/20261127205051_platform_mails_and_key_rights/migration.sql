-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "content" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "export" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "platform_mails" (
    "id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "organization_id" UUID NOT NULL,
    "user_id" UUID,
    "mailbox_hash" BYTEA NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "platform_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "platform_mails_mailbox_hash_created_at_idx" ON "platform_mails"("mailbox_hash", "created_at");

-- CreateIndex
CREATE INDEX "platform_mails_organization_id_created_at_idx" ON "platform_mails"("organization_id", "created_at");

-- CreateIndex
CREATE INDEX "platform_mails_user_id_created_at_idx" ON "platform_mails"("user_id", "created_at");

-- CreateIndex
CREATE INDEX "platform_mails_created_at_idx" ON "platform_mails"("created_at");

ALTER TABLE "platform_mails"
  ADD CONSTRAINT "platform_mails_kind_check" CHECK ("kind" IN ('invitation', 'notice'));
