-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "deferral" JSONB;
