-- CreateTable
CREATE TABLE "queue_drains" (
    "id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "ended_at" TIMESTAMPTZ(3),
    "ended_by" TEXT,

    CONSTRAINT "queue_drains_pkey" PRIMARY KEY ("id")
);
ALTER TABLE "queue_drains"
  ADD CONSTRAINT "queue_drains_queue_check" CHECK ("queue" IN ('transactional', 'bulk', 'test', 'retry'));
-- A queue is drained once at a time. Ended drains stay: they say who did it, when and why.
CREATE UNIQUE INDEX "queue_drains_open_key" ON "queue_drains" ("queue") WHERE "ended_at" IS NULL;
