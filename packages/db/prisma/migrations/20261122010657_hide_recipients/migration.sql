-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "hide_recipients" BOOLEAN NOT NULL DEFAULT false;
