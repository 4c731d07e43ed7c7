-- AlterTable
ALTER TABLE "broadcast_recipients" ADD COLUMN     "detail" TEXT;
