-- AlterTable
ALTER TABLE "broadcast_recipients" ADD COLUMN     "due_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "local_time" JSONB;
