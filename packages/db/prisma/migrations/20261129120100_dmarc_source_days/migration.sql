-- AlterTable
ALTER TABLE "dmarc_reports" ADD COLUMN     "is_summarized" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "dmarc_source_days" (
    "domain_id" UUID NOT NULL,
    "source_ip" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "is_confirmed" BOOLEAN NOT NULL,
    "messages" BIGINT NOT NULL,
    "passed" BIGINT NOT NULL,
    "quarantined" BIGINT NOT NULL,
    "rejected" BIGINT NOT NULL,
    "dkim_aligned" BIGINT NOT NULL,
    "spf_aligned" BIGINT NOT NULL,
    "forwarded" BIGINT NOT NULL,
    "has_own_path" BOOLEAN NOT NULL,
    "domains" TEXT[],
    "selectors" TEXT[],
    "reporters" TEXT[],

    CONSTRAINT "dmarc_source_days_pkey" PRIMARY KEY ("domain_id","source_ip","day","is_confirmed")
);

-- CreateIndex
CREATE INDEX "dmarc_source_days_day_idx" ON "dmarc_source_days"("day");

-- AddForeignKey
ALTER TABLE "dmarc_source_days" ADD CONSTRAINT "dmarc_source_days_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;
