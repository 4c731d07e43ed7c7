-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "conversation_id" UUID,
ADD COLUMN     "inbound_id" UUID;
