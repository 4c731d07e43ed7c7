-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "document" JSONB;

-- AlterTable
ALTER TABLE "template_versions" ADD COLUMN     "document" JSONB;

-- AlterTable
ALTER TABLE "templates" ADD COLUMN     "document" JSONB;
