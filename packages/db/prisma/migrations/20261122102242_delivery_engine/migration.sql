-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "key_rotation_requested_at" TIMESTAMPTZ(3),
ADD COLUMN     "source_pool" TEXT;

-- AlterTable
ALTER TABLE "dkim_keys" ADD COLUMN     "activated_at" TIMESTAMPTZ(3),
ADD COLUMN     "retired_at" TIMESTAMPTZ(3),
ADD COLUMN     "verified_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "inbound_spool" ADD COLUMN     "source" TEXT NOT NULL DEFAULT 'smtp';

-- AlterTable
ALTER TABLE "delivery_attempts" ADD COLUMN     "conversation" TEXT,
ADD COLUMN     "provider_message_id" TEXT,
ADD COLUMN     "source_address" TEXT,
ADD COLUMN     "transport" TEXT;

-- CreateTable
CREATE TABLE "transports" (
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "options" JSONB NOT NULL DEFAULT '{}',
    "secret" TEXT,
    "fallback" TEXT,
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "transports_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "source_addresses" (
    "id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "bind_address" TEXT,
    "hello_name" TEXT NOT NULL,
    "pool" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "warm_up_started_at" TIMESTAMPTZ(3),
    "reverse_name_checked_at" TIMESTAMPTZ(3),
    "reverse_name_error" TEXT,
    "seen_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "source_addresses_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "source_sending_days" (
    "source_id" UUID NOT NULL,
    "site" TEXT NOT NULL,
    "day" DATE NOT NULL,
    "recipients" INTEGER NOT NULL,

    CONSTRAINT "source_sending_days_pkey" PRIMARY KEY ("source_id","site","day")
);

-- CreateTable
CREATE TABLE "site_suspensions" (
    "id" UUID NOT NULL,
    "site" TEXT NOT NULL,
    "source" TEXT,
    "reason" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "until" TIMESTAMPTZ(3),

    CONSTRAINT "site_suspensions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "mta_sts_policies" (
    "domain" TEXT NOT NULL,
    "policy_id" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "mx_patterns" TEXT[],
    "fetched_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "mta_sts_policies_pkey" PRIMARY KEY ("domain")
);

-- CreateTable
CREATE TABLE "tls_session_counts" (
    "day" DATE NOT NULL,
    "policy_domain" TEXT NOT NULL,
    "policy_type" TEXT NOT NULL,
    "policy" JSONB NOT NULL DEFAULT '{}',
    "mx_host" TEXT NOT NULL,
    "result" TEXT NOT NULL,
    "sending_address" TEXT NOT NULL,
    "receiving_address" TEXT NOT NULL,
    "sessions" INTEGER NOT NULL,
    "reason" TEXT,

    CONSTRAINT "tls_session_counts_pkey" PRIMARY KEY ("day","policy_domain","policy_type","mx_host","result","sending_address","receiving_address")
);

-- CreateTable
CREATE TABLE "tls_reports" (
    "day" DATE NOT NULL,
    "policy_domain" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL,
    "lease_until" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "last_error" TEXT,

    CONSTRAINT "tls_reports_pkey" PRIMARY KEY ("day","policy_domain")
);

-- CreateTable
CREATE TABLE "message_holds" (
    "message_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "reason" TEXT NOT NULL,
    "operator" TEXT NOT NULL,
    "held_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "message_holds_pkey" PRIMARY KEY ("message_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "source_addresses_address_key" ON "source_addresses"("address");

-- CreateIndex
CREATE INDEX "source_addresses_pool_idx" ON "source_addresses"("pool");

-- CreateIndex
CREATE INDEX "site_suspensions_site_idx" ON "site_suspensions"("site");

-- CreateIndex
CREATE INDEX "mta_sts_policies_expires_at_idx" ON "mta_sts_policies"("expires_at");

-- CreateIndex
CREATE INDEX "tls_reports_next_attempt_at_idx" ON "tls_reports"("next_attempt_at");

-- By hand: what a Prisma schema cannot say.
-- A domain names any transport that there is.
ALTER TABLE "domains" DROP CONSTRAINT "domains_transport_check";
ALTER TABLE "inbound_spool"
  ADD CONSTRAINT "inbound_spool_source_check" CHECK ("source" IN ('smtp', 'ses', 'sendgrid'));
ALTER TABLE "transports"
  ADD CONSTRAINT "transports_kind_check" CHECK ("kind" IN ('mx', 'smtp', 'ses', 'sendgrid'));
ALTER TABLE "source_addresses"
  ADD CONSTRAINT "source_addresses_status_check" CHECK ("status" IN ('active', 'draining', 'disabled'));
ALTER TABLE "mta_sts_policies"
  ADD CONSTRAINT "mta_sts_policies_mode_check" CHECK ("mode" IN ('enforce', 'testing', 'none'));
ALTER TABLE "tls_session_counts"
  ADD CONSTRAINT "tls_session_counts_policy_type_check" CHECK ("policy_type" IN ('sts', 'tlsa', 'none'));
ALTER TABLE "tls_reports"
  ADD CONSTRAINT "tls_reports_status_check" CHECK ("status" IN ('pending', 'sent', 'failed', 'unwanted'));
