-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "topic_id" UUID;
