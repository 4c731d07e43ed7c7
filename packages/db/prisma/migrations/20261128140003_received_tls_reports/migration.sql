-- CreateTable
CREATE TABLE "received_tls_reports" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain_id" UUID,
    "domain_name" TEXT NOT NULL,
    "reporter" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "sender" TEXT NOT NULL,
    "policies" JSONB NOT NULL,
    "failure_count" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "received_tls_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "received_tls_failures" (
    "report_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "policy_type" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "sessions" BIGINT NOT NULL,
    "mx_host" TEXT,
    "sending_address" TEXT,
    "receiving_address" TEXT,
    "reason" TEXT,

    CONSTRAINT "received_tls_failures_pkey" PRIMARY KEY ("report_id","ordinal")
);

-- CreateIndex
CREATE INDEX "received_tls_reports_domain_id_begins_at_idx" ON "received_tls_reports"("domain_id", "begins_at");

-- CreateIndex
CREATE INDEX "received_tls_reports_domain_id_received_at_idx" ON "received_tls_reports"("domain_id", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "received_tls_reports_identity_key" ON "received_tls_reports"("organization_id", "domain_name", "sender", "reporter", "report_id");

-- AddForeignKey
ALTER TABLE "received_tls_failures" ADD CONSTRAINT "received_tls_failures_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "received_tls_reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "received_tls_failures"
  ADD CONSTRAINT "received_tls_failures_policy_type_check" CHECK ("policy_type" IN ('sts', 'tlsa', 'none'));
