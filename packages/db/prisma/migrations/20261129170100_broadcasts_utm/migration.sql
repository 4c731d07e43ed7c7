-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "utm" JSONB;
