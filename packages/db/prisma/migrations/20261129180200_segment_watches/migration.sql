-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "trigger_segment_id" UUID;

-- CreateTable
CREATE TABLE "segment_watches" (
    "segment_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "filter" JSONB NOT NULL,
    "is_filling" BOOLEAN NOT NULL DEFAULT true,
    "after_id" UUID,
    "work_ms" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "paged_at" TIMESTAMPTZ(3),

    CONSTRAINT "segment_watches_pkey" PRIMARY KEY ("segment_id")
);

-- CreateTable
CREATE TABLE "segment_members" (
    "segment_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "entered_at" TIMESTAMPTZ(3),
    "left_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "segment_members_pkey" PRIMARY KEY ("segment_id","contact_id")
);

-- CreateIndex
CREATE INDEX "segment_watches_organization_id_idx" ON "segment_watches"("organization_id");

-- CreateIndex
CREATE INDEX "segment_members_contact_id_idx" ON "segment_members"("contact_id");

-- CreateIndex
CREATE INDEX "segment_members_organization_id_idx" ON "segment_members"("organization_id");

-- By hand: contacts for which automations are still to be started, found by organization: they take turns.
CREATE INDEX "segment_members_due_idx" ON "segment_members" ("organization_id", "due_at") WHERE "due_at" IS NOT NULL;
