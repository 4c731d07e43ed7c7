-- AlterTable
ALTER TABLE "source_addresses" ADD COLUMN     "reverse_name_wrong_since" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "blocklist_lookups" (
    "list" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "listed_since" TIMESTAMPTZ(3),
    "codes" TEXT[],
    "reason" TEXT,
    "answered_at" TIMESTAMPTZ(3),
    "error" TEXT,
    "used_at" TIMESTAMPTZ(3),
    "next_check_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "blocklist_lookups_pkey" PRIMARY KEY ("subject","list"),
    CONSTRAINT "blocklist_lookups_kind_check" CHECK ("kind" IN ('address', 'domain'))
);

-- CreateIndex
CREATE INDEX "blocklist_lookups_next_check_at_idx" ON "blocklist_lookups"("next_check_at");

-- What is listed is little, and is all that readers look for.
CREATE INDEX "blocklist_lookups_listed_idx" ON "blocklist_lookups" ("subject") WHERE "listed_since" IS NOT NULL;

-- Rows that exist satisfy the narrower check that they were written under.
ALTER TABLE "daily_counters" DROP CONSTRAINT "daily_counters_facet_check";
ALTER TABLE "daily_counters"
  ADD CONSTRAINT "daily_counters_facet_check" CHECK ("facet" IN ('total', 'provider', 'key', 'template', 'kind', 'reply')) NOT VALID;
