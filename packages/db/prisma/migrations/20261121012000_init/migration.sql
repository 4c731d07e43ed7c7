-- The first part is what Prisma's schema engine derives from the schema, with PARTITION BY added (partitions are
-- made by ensurePartitions, not here). The last part is what a Prisma schema cannot say.

-- CreateTable
CREATE TABLE "domains" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "stream" TEXT NOT NULL DEFAULT 'transactional',
    "dns_mode" TEXT NOT NULL DEFAULT 'manual',
    "return_path_label" TEXT NOT NULL DEFAULT 'bounce',
    "tracking_label" TEXT NOT NULL DEFAULT 'links',
    "reply_label" TEXT NOT NULL DEFAULT 'reply',
    "records" JSONB NOT NULL DEFAULT '[]',
    "tracking_verified" BOOLEAN NOT NULL DEFAULT false,
    "verified_at" TIMESTAMPTZ(3),
    "last_checked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "domains_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "dkim_keys" (
    "id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "selector" TEXT NOT NULL,
    "algorithm" TEXT NOT NULL,
    "public_key" TEXT NOT NULL,
    "private_key" TEXT NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "dkim_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "suppressions" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "reason" TEXT NOT NULL,
    "domain_id" UUID,
    "source_email_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),

    CONSTRAINT "suppressions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "messages" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "lane" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "kind" TEXT,
    "from_header" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "reply_to" TEXT,
    "subject" TEXT NOT NULL,
    "to_addresses" TEXT[],
    "cc_addresses" TEXT[],
    "bcc_addresses" TEXT[],
    "tags" JSONB,
    "template" JSONB,
    "warnings" JSONB,
    "track_opens" BOOLEAN NOT NULL DEFAULT false,
    "track_clicks" BOOLEAN NOT NULL DEFAULT false,
    "recipient_count" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "scheduled_at" TIMESTAMPTZ(3),
    "expires_at" TIMESTAMPTZ(3),
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "rounds" INTEGER NOT NULL DEFAULT 0,
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" UUID,
    "first_attempt_at" TIMESTAMPTZ(3),
    "sent_at" TIMESTAMPTZ(3),
    "message_id_header" TEXT,
    "final_at" TIMESTAMPTZ(3),

    CONSTRAINT "messages_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "message_contents" (
    "message_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "html" TEXT,
    "text" TEXT,
    "headers" JSONB,
    "metadata" JSONB,

    CONSTRAINT "message_contents_pkey" PRIMARY KEY ("message_id")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "message_attachments" (
    "message_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "filename" TEXT NOT NULL,
    "content_type" TEXT NOT NULL,
    "content_id" TEXT,
    "size" INTEGER NOT NULL,
    "content" TEXT,

    CONSTRAINT "message_attachments_pkey" PRIMARY KEY ("message_id","ordinal")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "recipients" (
    "message_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "organization_id" UUID NOT NULL,
    "address" TEXT NOT NULL,
    "address_key" TEXT NOT NULL,
    "role" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "bounce_type" TEXT,
    "detail" TEXT,
    "provider" TEXT,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recipients_pkey" PRIMARY KEY ("message_id","ordinal")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "message_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "round" SMALLINT NOT NULL,
    "worker_id" UUID NOT NULL,
    "destination" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "result" TEXT,
    "reply_code" SMALLINT,
    "reply" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("message_id","ordinal","round")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "email_events" (
    "message_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "ordinal" SMALLINT NOT NULL,
    "recipient" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "mode" TEXT NOT NULL,
    "bounce_type" TEXT,
    "detail" TEXT,
    "url" TEXT,
    "provider" TEXT,
    "blocked" BOOLEAN NOT NULL DEFAULT false,
    "machine" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "email_events_pkey" PRIMARY KEY ("message_id","id")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "idempotency_keys" (
    "organization_id" UUID NOT NULL,
    "mode" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("organization_id","mode","key")
);

-- CreateTable
CREATE TABLE "daily_counters" (
    "organization_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "facet" TEXT NOT NULL,
    "facet_key" TEXT NOT NULL,
    "sent" BIGINT NOT NULL DEFAULT 0,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "bounced_hard" BIGINT NOT NULL DEFAULT 0,
    "bounced_soft" BIGINT NOT NULL DEFAULT 0,
    "complained" BIGINT NOT NULL DEFAULT 0,
    "opened" BIGINT NOT NULL DEFAULT 0,
    "clicked" BIGINT NOT NULL DEFAULT 0,
    "unsubscribed" BIGINT NOT NULL DEFAULT 0,
    "delayed" BIGINT NOT NULL DEFAULT 0,
    "blocked" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "daily_counters_pkey" PRIMARY KEY ("organization_id","facet","day","domain_id","facet_key")
);

-- CreateTable
CREATE TABLE "counted_events" (
    "event_id" UUID NOT NULL,

    CONSTRAINT "counted_events_pkey" PRIMARY KEY ("event_id")
) PARTITION BY RANGE ("event_id");

-- CreateTable
CREATE TABLE "usage_days" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recipients" BIGINT NOT NULL,

    CONSTRAINT "usage_days_pkey" PRIMARY KEY ("organization_id","day")
);

-- CreateTable
CREATE TABLE "sweep_cursors" (
    "name" TEXT NOT NULL,
    "position" UUID NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "sweep_cursors_pkey" PRIMARY KEY ("name")
);

-- CreateTable
CREATE TABLE "organizations" (
    "id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "parent_organization_id" UUID,
    "postal_address" TEXT,
    "body_retention_days" INTEGER NOT NULL DEFAULT 30,
    "alert_email" TEXT,
    "sending_paused_at" TIMESTAMPTZ(3),
    "sending_paused_reason" TEXT,
    "under_review_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "organizations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_keys" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "mode" TEXT NOT NULL,
    "permission" TEXT NOT NULL,
    "prefix" CHAR(12) NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "domain_ids" UUID[],
    "rate_limit" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "rotated_at" TIMESTAMPTZ(3),
    "replaced_by_id" UUID,
    "last_used_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_keys_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "actor_type" TEXT NOT NULL,
    "actor_id" UUID,
    "action" TEXT NOT NULL,
    "target_type" TEXT NOT NULL,
    "target_id" TEXT,
    "before" JSONB,
    "after" JSONB,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "api_request_logs" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "request_id" TEXT NOT NULL,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "status" SMALLINT NOT NULL,
    "error_code" TEXT,
    "duration_ms" REAL NOT NULL,
    "request_bytes" INTEGER NOT NULL,
    "response_bytes" INTEGER NOT NULL,
    "metadata_bytes" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "api_request_logs_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "events" TEXT[],
    "description" TEXT,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "disabled_reason" TEXT,
    "signing_secret" TEXT NOT NULL,
    "previous_secret" TEXT,
    "previous_secret_until" TIMESTAMPTZ(3),
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "message_id" UUID,
    "event_type" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "attempts" SMALLINT NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "lease_until" TIMESTAMPTZ(3),
    "payload" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "delivered_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateTable
CREATE TABLE "webhook_attempts" (
    "delivery_id" UUID NOT NULL,
    "number" SMALLINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "status" SMALLINT,
    "latency_ms" INTEGER NOT NULL,
    "error" TEXT,
    "response" TEXT,

    CONSTRAINT "webhook_attempts_pkey" PRIMARY KEY ("delivery_id","number")
) PARTITION BY RANGE ("delivery_id");

-- CreateIndex
CREATE UNIQUE INDEX "domains_name_key" ON "domains"("name");

-- CreateIndex
CREATE INDEX "domains_organization_id_id_idx" ON "domains"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "dkim_keys_domain_id_selector_key" ON "dkim_keys"("domain_id", "selector");

-- CreateIndex
CREATE INDEX "suppressions_organization_id_id_idx" ON "suppressions"("organization_id", "id");

-- CreateIndex
CREATE INDEX "messages_organization_id_id_idx" ON "messages"("organization_id", "id");

-- CreateIndex
CREATE INDEX "messages_organization_id_status_id_idx" ON "messages"("organization_id", "status", "id");

-- CreateIndex
CREATE INDEX "messages_organization_id_domain_id_id_idx" ON "messages"("organization_id", "domain_id", "id");

-- CreateIndex
CREATE INDEX "recipients_organization_id_address_key_message_id_idx" ON "recipients"("organization_id", "address_key", "message_id");

-- CreateIndex
CREATE INDEX "email_events_id_idx" ON "email_events"("id");

-- CreateIndex
CREATE UNIQUE INDEX "email_events_message_id_ordinal_type_identity_key" ON "email_events"("message_id", "ordinal", "type", "identity");

-- CreateIndex
CREATE INDEX "idempotency_keys_expires_at_idx" ON "idempotency_keys"("expires_at");

-- CreateIndex
CREATE UNIQUE INDEX "organizations_slug_key" ON "organizations"("slug");

-- CreateIndex
CREATE INDEX "organizations_parent_organization_id_id_idx" ON "organizations"("parent_organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_token_hash_key" ON "api_keys"("token_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_keys_replaced_by_id_key" ON "api_keys"("replaced_by_id");

-- CreateIndex
CREATE INDEX "api_keys_organization_id_id_idx" ON "api_keys"("organization_id", "id");

-- CreateIndex
CREATE INDEX "audit_entries_organization_id_id_idx" ON "audit_entries"("organization_id", "id");

-- CreateIndex
CREATE INDEX "api_request_logs_organization_id_id_idx" ON "api_request_logs"("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_endpoints_organization_id_id_idx" ON "webhook_endpoints"("organization_id", "id");

-- CreateIndex
CREATE INDEX "webhook_deliveries_endpoint_id_id_idx" ON "webhook_deliveries"("endpoint_id", "id");

-- AddForeignKey
ALTER TABLE "domains" ADD CONSTRAINT "domains_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "dkim_keys" ADD CONSTRAINT "dkim_keys_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "suppressions" ADD CONSTRAINT "suppressions_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Unique per scope: a null domain (the whole organization) counts as a value.
CREATE UNIQUE INDEX "suppressions_organization_id_email_domain_id_key" ON "suppressions"("organization_id", "email", "domain_id") NULLS NOT DISTINCT;

-- Partial indexes: small, because they hold only what is still moving or is rare.
-- Due and unclaimed: the sweeper of each lane.
CREATE INDEX "messages_queued_idx" ON "messages"("lane", "due_at") WHERE "status" = 'queued';
-- Expired leases.
CREATE INDEX "messages_sending_idx" ON "messages"("lease_until") WHERE "status" = 'sending';
-- Handed over, and no delivery event for a day.
CREATE INDEX "messages_sent_idx" ON "messages"("sent_at") WHERE "status" = 'sent';
-- Lists filtered by kind, and lists of test mail among live mail.
CREATE INDEX "messages_kind_idx" ON "messages"("organization_id", "kind", "id") WHERE "kind" IS NOT NULL;
CREATE INDEX "messages_test_idx" ON "messages"("organization_id", "id") WHERE "mode" = 'test';
-- Webhook retries that are due, endpoint by endpoint: the backlog of a dead one hides no other.
CREATE INDEX "webhook_deliveries_pending_idx" ON "webhook_deliveries"("endpoint_id", "next_attempt_at") WHERE "status" = 'pending';

-- Values of a fixed set, as the schema's comments list them (a test compares both).
ALTER TABLE "organizations"
  ADD CONSTRAINT "organizations_kind_check" CHECK ("kind" IN ('internal', 'client'));
ALTER TABLE "api_keys"
  ADD CONSTRAINT "api_keys_mode_check" CHECK ("mode" IN ('live', 'test')),
  ADD CONSTRAINT "api_keys_permission_check" CHECK ("permission" IN ('SEND', 'FULL', 'ADMIN'));
ALTER TABLE "domains"
  ADD CONSTRAINT "domains_status_check" CHECK ("status" IN ('pending', 'verified', 'failed', 'disabled')),
  ADD CONSTRAINT "domains_stream_check" CHECK ("stream" IN ('transactional', 'bulk')),
  ADD CONSTRAINT "domains_dns_mode_check" CHECK ("dns_mode" IN ('manual', 'cloudflare'));
ALTER TABLE "suppressions"
  ADD CONSTRAINT "suppressions_reason_check" CHECK ("reason" IN ('complaint', 'hard_bounce', 'validation', 'unsubscribe', 'manual'));
ALTER TABLE "messages"
  ADD CONSTRAINT "messages_mode_check" CHECK ("mode" IN ('live', 'test')),
  ADD CONSTRAINT "messages_lane_check" CHECK ("lane" IN ('transactional', 'bulk', 'test')),
  ADD CONSTRAINT "messages_status_check" CHECK ("status" IN ('queued', 'sending', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed'));
ALTER TABLE "recipients"
  ADD CONSTRAINT "recipients_role_check" CHECK ("role" IN ('to', 'cc', 'bcc')),
  ADD CONSTRAINT "recipients_status_check" CHECK ("status" IN ('queued', 'sent', 'delivered', 'bounced', 'complained', 'failed', 'suppressed', 'canceled', 'unconfirmed')),
  ADD CONSTRAINT "recipients_bounce_type_check" CHECK ("bounce_type" IN ('hard', 'soft', 'undetermined'));
ALTER TABLE "delivery_attempts"
  ADD CONSTRAINT "delivery_attempts_result_check" CHECK ("result" IN ('accepted', 'deferred', 'bounced', 'unconfirmed'));
ALTER TABLE "email_events"
  ADD CONSTRAINT "email_events_type_check" CHECK ("type" IN ('queued', 'sent', 'delivered', 'delivery_delayed', 'bounced', 'complained', 'rejected', 'opened', 'clicked', 'unsubscribed', 'suppressed', 'failed'));
ALTER TABLE "webhook_endpoints"
  ADD CONSTRAINT "webhook_endpoints_status_check" CHECK ("status" IN ('enabled', 'disabled'));
ALTER TABLE "webhook_deliveries"
  ADD CONSTRAINT "webhook_deliveries_status_check" CHECK ("status" IN ('pending', 'delivered', 'exhausted'));
ALTER TABLE "daily_counters"
  ADD CONSTRAINT "daily_counters_facet_check" CHECK ("facet" IN ('total', 'provider', 'key', 'template', 'kind'));

-- HTML compresses about as well with lz4 as with the default, at a fraction of the time. Base64 does not compress.
ALTER TABLE "message_contents"
  ALTER COLUMN "html" SET COMPRESSION lz4,
  ALTER COLUMN "text" SET COMPRESSION lz4;
ALTER TABLE "message_attachments"
  ALTER COLUMN "content" SET STORAGE EXTERNAL;
