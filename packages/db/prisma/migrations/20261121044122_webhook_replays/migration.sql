-- AlterTable
ALTER TABLE "webhook_deliveries" ADD COLUMN     "attempts_before" SMALLINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "webhook_replays" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "since" TIMESTAMPTZ(3) NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,
    "events" TEXT[],
    "status" TEXT NOT NULL DEFAULT 'running',
    "position" UUID NOT NULL,
    "deliveries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_replays_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "webhook_replays_endpoint_id_id_idx" ON "webhook_replays"("endpoint_id", "id");

-- AddForeignKey
ALTER TABLE "webhook_replays" ADD CONSTRAINT "webhook_replays_endpoint_id_fkey" FOREIGN KEY ("endpoint_id") REFERENCES "webhook_endpoints"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "webhook_replays"
  ADD CONSTRAINT "webhook_replays_status_check" CHECK ("status" IN ('running', 'finished', 'stopped'));

-- What is to be carried out, among all that was.
CREATE INDEX "webhook_replays_running_idx" ON "webhook_replays" ("id") WHERE "status" = 'running';
-- The delivery log filtered by failures: rare, and otherwise found only by reading all that was delivered.
CREATE INDEX "webhook_deliveries_exhausted_idx" ON "webhook_deliveries" ("endpoint_id", "id") WHERE "status" = 'exhausted';
