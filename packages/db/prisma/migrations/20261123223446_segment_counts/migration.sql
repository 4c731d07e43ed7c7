-- AlterTable
ALTER TABLE "segments" ADD COLUMN     "contact_count" INTEGER,
ADD COLUMN     "counted_at" TIMESTAMPTZ(3);
