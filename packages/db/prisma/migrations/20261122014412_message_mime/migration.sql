-- AlterTable
ALTER TABLE "message_contents" ADD COLUMN     "mime" TEXT;
