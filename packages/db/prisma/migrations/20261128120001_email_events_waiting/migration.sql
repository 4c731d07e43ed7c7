-- AlterTable
ALTER TABLE "email_events" ADD COLUMN     "waiting" TEXT;
