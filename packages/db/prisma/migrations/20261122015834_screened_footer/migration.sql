-- AlterTable
ALTER TABLE "message_reviews" ADD COLUMN     "footer" JSONB;
