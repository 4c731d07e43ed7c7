-- AlterTable
ALTER TABLE "import_refusals" ADD COLUMN     "fields" TEXT;
