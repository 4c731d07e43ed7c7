-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "generate_text" BOOLEAN;

-- AlterTable
ALTER TABLE "email_events" ADD COLUMN     "reply" JSONB,
ADD COLUMN     "suppression" JSONB;

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "generate_text" BOOLEAN NOT NULL DEFAULT true;
