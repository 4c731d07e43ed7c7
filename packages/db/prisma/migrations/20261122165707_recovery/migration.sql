-- AlterTable
ALTER TABLE "automation_runs" ADD COLUMN     "held_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "held_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "installations" (
    "id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "installations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "restorations" (
    "id" UUID NOT NULL,
    "found_at" TIMESTAMPTZ(3) NOT NULL,
    "reason" TEXT NOT NULL,
    "marks" TEXT[],
    "last_message_id" UUID NOT NULL,
    "held_at" TIMESTAMPTZ(3),
    "messages" INTEGER NOT NULL DEFAULT 0,
    "broadcasts" INTEGER NOT NULL DEFAULT 0,
    "runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "restorations_pkey" PRIMARY KEY ("id")
);
-- What a Prisma schema cannot say.
ALTER TABLE "restorations"
  ADD CONSTRAINT "restorations_reason_check" CHECK ("reason" IN ('mark', 'overdue', 'operator'));
-- One row, whoever inserts first.
CREATE UNIQUE INDEX "installations_only_key" ON "installations" ((true));
-- Held runs are not due and not suspended either: the sweep that resumes suspended ones must not walk over them.
DROP INDEX "automation_runs_parked_idx";
CREATE INDEX "automation_runs_suspended_idx" ON "automation_runs" ("automation_id") WHERE "status" = 'running' AND "due_at" IS NULL AND "held_at" IS NULL;
CREATE INDEX "automation_runs_held_idx" ON "automation_runs" ("organization_id", "id") WHERE "status" = 'running' AND "held_at" IS NOT NULL;
CREATE INDEX "broadcasts_held_idx" ON "broadcasts" ("organization_id", "id") WHERE "held_at" IS NOT NULL;
