-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "keep_content" BOOLEAN;
