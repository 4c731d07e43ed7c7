-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "tested_at" TIMESTAMPTZ(3);
