-- AlterTable
ALTER TABLE "email_events" ADD COLUMN     "repeated" BOOLEAN NOT NULL DEFAULT false;
