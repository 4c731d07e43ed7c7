-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "paused_at" TIMESTAMPTZ(3);
