-- AlterTable
ALTER TABLE "delivery_attempts" ADD COLUMN     "tls" TEXT;
