-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "submitted_id_hash" BYTEA;

-- AlterTable
ALTER TABLE "email_events" ADD COLUMN     "failure_class" TEXT,
ADD COLUMN     "next_attempt_at" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "imports" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "format" TEXT,
    "error" TEXT,
    "bytes" BIGINT NOT NULL DEFAULT 0,
    "bytes_read" BIGINT NOT NULL DEFAULT 0,
    "rows_read" BIGINT NOT NULL DEFAULT 0,
    "rows_added" BIGINT NOT NULL DEFAULT 0,
    "rows_unchanged" BIGINT NOT NULL DEFAULT 0,
    "rows_refused" BIGINT NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "started_at" TIMESTAMPTZ(3),
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "imports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "import_chunks" (
    "import_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "import_chunks_pkey" PRIMARY KEY ("import_id","ordinal")
);

-- CreateTable
CREATE TABLE "import_refusals" (
    "import_id" UUID NOT NULL,
    "row" BIGINT NOT NULL,
    "value" TEXT NOT NULL,
    "code" TEXT NOT NULL,
    "reason" TEXT NOT NULL,

    CONSTRAINT "import_refusals_pkey" PRIMARY KEY ("import_id","row")
);

-- CreateTable
CREATE TABLE "inbound_spool" (
    "id" UUID NOT NULL,
    "mail_from" TEXT NOT NULL,
    "recipients" TEXT[],
    "client_address" TEXT NOT NULL,
    "client_name" TEXT NOT NULL,
    "tls" BOOLEAN NOT NULL,
    "bytes" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'received',
    "result" TEXT,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" UUID,
    "received_at" TIMESTAMPTZ(3) NOT NULL,
    "processed_at" TIMESTAMPTZ(3),

    CONSTRAINT "inbound_spool_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "inbound_spool_contents" (
    "mail_id" UUID NOT NULL,
    "raw" BYTEA NOT NULL,

    CONSTRAINT "inbound_spool_contents_pkey" PRIMARY KEY ("mail_id")
) PARTITION BY RANGE ("mail_id");

-- CreateTable
CREATE TABLE "inbound_emails" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain_id" UUID,
    "domain_name" TEXT NOT NULL,
    "spool_id" UUID NOT NULL,
    "email_id" UUID,
    "in_reply_to_message_id" TEXT,
    "from_header" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "to_addresses" TEXT[],
    "subject" TEXT NOT NULL,
    "message_id_header" TEXT,
    "automatic" BOOLEAN NOT NULL,
    "spf" TEXT NOT NULL,
    "dkim" TEXT NOT NULL,
    "dmarc" TEXT NOT NULL,
    "authentication" JSONB NOT NULL,
    "attachments" JSONB NOT NULL DEFAULT '[]',
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "inbound_emails_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "inbound_contents" (
    "inbound_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "html" TEXT,
    "text" TEXT,
    "reply_text" TEXT,
    "headers" JSONB NOT NULL,
    "metadata" JSONB,

    CONSTRAINT "inbound_contents_pkey" PRIMARY KEY ("inbound_id")
) PARTITION BY RANGE ("inbound_id");

-- CreateTable
CREATE TABLE "inbound_attachments" (
    "inbound_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "organization_id" UUID NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "inbound_attachments_pkey" PRIMARY KEY ("inbound_id","ordinal")
) PARTITION BY RANGE ("inbound_id");

-- CreateTable
CREATE TABLE "dmarc_reports" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain_id" UUID,
    "domain_name" TEXT NOT NULL,
    "reporter" TEXT NOT NULL,
    "report_id" TEXT NOT NULL,
    "begins_at" TIMESTAMPTZ(3) NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,
    "policy" JSONB NOT NULL,
    "sender" TEXT NOT NULL,
    "source_count" INTEGER NOT NULL,
    "received_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "dmarc_reports_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dmarc_sources" (
    "report_id" UUID NOT NULL,
    "ordinal" INTEGER NOT NULL,
    "source_ip" TEXT NOT NULL,
    "messages" BIGINT NOT NULL,
    "disposition" TEXT NOT NULL,
    "dkim_aligned" BOOLEAN NOT NULL,
    "spf_aligned" BOOLEAN NOT NULL,
    "header_from" TEXT NOT NULL,
    "envelope_from" TEXT,
    "results" JSONB NOT NULL,

    CONSTRAINT "dmarc_sources_pkey" PRIMARY KEY ("report_id","ordinal")
);

-- CreateIndex
CREATE INDEX "suppressions_organization_id_reason_id_idx" ON "suppressions"("organization_id", "reason", "id");

-- CreateIndex
CREATE INDEX "suppressions_organization_id_domain_id_id_idx" ON "suppressions"("organization_id", "domain_id", "id");

-- CreateIndex
CREATE INDEX "imports_organization_id_id_idx" ON "imports"("organization_id", "id");

-- CreateIndex
CREATE INDEX "inbound_emails_organization_id_id_idx" ON "inbound_emails"("organization_id", "id");

-- CreateIndex
CREATE INDEX "inbound_emails_organization_id_email_id_idx" ON "inbound_emails"("organization_id", "email_id");

-- CreateIndex
CREATE INDEX "dmarc_reports_domain_id_begins_at_idx" ON "dmarc_reports"("domain_id", "begins_at");

-- CreateIndex
CREATE INDEX "dmarc_reports_domain_id_received_at_idx" ON "dmarc_reports"("domain_id", "received_at");

-- CreateIndex
CREATE UNIQUE INDEX "dmarc_reports_identity_key" ON "dmarc_reports"("organization_id", "domain_name", "sender", "reporter", "report_id");

-- AddForeignKey
ALTER TABLE "import_chunks" ADD CONSTRAINT "import_chunks_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "import_refusals" ADD CONSTRAINT "import_refusals_import_id_fkey" FOREIGN KEY ("import_id") REFERENCES "imports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dmarc_sources" ADD CONSTRAINT "dmarc_sources_report_id_fkey" FOREIGN KEY ("report_id") REFERENCES "dmarc_reports"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what a Prisma schema cannot say.
CREATE INDEX "inbound_spool_received_idx" ON "inbound_spool" ("id") WHERE "status" = 'received';
CREATE INDEX "messages_submitted_idx" ON "messages" ("organization_id", "api_key_id", "submitted_id_hash", "id")
  WHERE "submitted_id_hash" IS NOT NULL;
CREATE INDEX "suppressions_ending_idx" ON "suppressions" ("expires_at") WHERE "expires_at" IS NOT NULL;
-- What a provider has named, for replies; our own ids lead to their messages by themselves.
CREATE INDEX "messages_provider_id_idx" ON "messages" ("organization_id", "message_id_header")
  WHERE NOT starts_with("message_id_header", '<' || "id"::text || '@');
CREATE INDEX "imports_open_idx" ON "imports" ("id") WHERE "status" IN ('receiving', 'queued', 'running');

ALTER TABLE "inbound_spool"
  ADD CONSTRAINT "inbound_spool_status_check" CHECK ("status" IN ('received', 'processed', 'unreadable'));
ALTER TABLE "imports"
  ADD CONSTRAINT "imports_status_check" CHECK ("status" IN ('receiving', 'queued', 'running', 'finished', 'failed'));
ALTER TABLE "inbound_emails"
  ADD CONSTRAINT "inbound_emails_spf_check" CHECK ("spf" IN ('pass', 'fail', 'softfail', 'neutral', 'none', 'temperror', 'permerror')),
  ADD CONSTRAINT "inbound_emails_dkim_check" CHECK ("dkim" IN ('pass', 'fail', 'neutral', 'none', 'policy', 'temperror', 'permerror')),
  ADD CONSTRAINT "inbound_emails_dmarc_check" CHECK ("dmarc" IN ('pass', 'fail', 'none', 'temperror', 'permerror'));
ALTER TABLE "dmarc_sources"
  ADD CONSTRAINT "dmarc_sources_disposition_check" CHECK ("disposition" IN ('none', 'quarantine', 'reject'));

-- Files are read in pieces: of a compressed value each would cost all of it. Mails are compressed badly anyway.
ALTER TABLE "inbound_attachments" ALTER COLUMN "content" SET STORAGE EXTERNAL;
ALTER TABLE "inbound_spool_contents" ALTER COLUMN "raw" SET STORAGE EXTERNAL;
