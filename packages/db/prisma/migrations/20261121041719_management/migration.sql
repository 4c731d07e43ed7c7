-- DropIndex
DROP INDEX "email_events_message_id_ordinal_type_identity_key";

-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "daily_cap" INTEGER,
ADD COLUMN     "failing_since" TIMESTAMPTZ(3),
ADD COLUMN     "identities" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "next_check_at" TIMESTAMPTZ(3),
ADD COLUMN     "published_records" JSONB NOT NULL DEFAULT '[]',
ADD COLUMN     "transport" TEXT NOT NULL DEFAULT 'smtp',
ADD COLUMN     "verification_started_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
ADD COLUMN     "warm_up_started_at" TIMESTAMPTZ(3),
ADD COLUMN     "warned_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "email_events" DROP CONSTRAINT "email_events_pkey",
ADD CONSTRAINT "email_events_pkey" PRIMARY KEY ("message_id", "ordinal", "type", "identity");

-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "approved_at" TIMESTAMPTZ(3),
ADD COLUMN     "under_review_reason" TEXT;

-- AlterTable
ALTER TABLE "audit_entries" ADD COLUMN     "actor_name" TEXT;

-- CreateTable
CREATE TABLE "topics" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "description" TEXT,
    "default_opt_in" BOOLEAN NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "segments" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "segments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "contacts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'SUBSCRIBED',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "contacts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "topic_subscriptions" (
    "contact_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "state" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "topic_subscriptions_pkey" PRIMARY KEY ("contact_id","topic_id")
);

-- CreateTable
CREATE TABLE "domain_sending_days" (
    "domain_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "recipients" INTEGER NOT NULL,

    CONSTRAINT "domain_sending_days_pkey" PRIMARY KEY ("domain_id","day")
);

-- CreateTable
CREATE TABLE "tracking_alias_removals" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "domain_name" TEXT NOT NULL,
    "record" JSONB NOT NULL,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "last_error" TEXT,

    CONSTRAINT "tracking_alias_removals_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alert_rules" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "warn_rate" DOUBLE PRECISION,
    "pause_rate" DOUBLE PRECISION,
    "minimum" INTEGER NOT NULL,
    "window_minutes" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "alert_rules_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "alerts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "rule_id" UUID NOT NULL,
    "level" TEXT NOT NULL,
    "value" DOUBLE PRECISION NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "alerts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "message_reviews" (
    "message_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "status" TEXT NOT NULL,
    "reasons" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "screened_at" TIMESTAMPTZ(3),
    "decided_at" TIMESTAMPTZ(3),
    "decided_by" TEXT,

    CONSTRAINT "message_reviews_pkey" PRIMARY KEY ("message_id")
);

-- CreateTable
CREATE TABLE "notices" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "kind" TEXT NOT NULL,
    "recipient" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "identity" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "sent_at" TIMESTAMPTZ(3),
    "message_id" UUID,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "notices_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "topics_organization_id_id_idx" ON "topics"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "topics_organization_id_slug_key" ON "topics"("organization_id", "slug");

-- CreateIndex
CREATE INDEX "segments_organization_id_id_idx" ON "segments"("organization_id", "id");

-- CreateIndex
CREATE INDEX "contacts_organization_id_id_idx" ON "contacts"("organization_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "contacts_organization_id_email_key_key" ON "contacts"("organization_id", "email_key");

-- CreateIndex
CREATE INDEX "topic_subscriptions_topic_id_state_idx" ON "topic_subscriptions"("topic_id", "state");

-- CreateIndex
CREATE INDEX "tracking_alias_removals_due_at_idx" ON "tracking_alias_removals"("due_at");

-- CreateIndex
CREATE UNIQUE INDEX "alert_rules_organization_id_kind_key" ON "alert_rules"("organization_id", "kind");

-- CreateIndex
CREATE INDEX "alerts_organization_id_id_idx" ON "alerts"("organization_id", "id");

-- CreateIndex
CREATE INDEX "message_reviews_organization_id_message_id_idx" ON "message_reviews"("organization_id", "message_id");

-- CreateIndex
CREATE UNIQUE INDEX "notices_identity_key" ON "notices"("identity");

-- CreateIndex
CREATE INDEX "email_events_organization_id_id_idx" ON "email_events"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "topics" ADD CONSTRAINT "topics_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "segments" ADD CONSTRAINT "segments_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "contacts" ADD CONSTRAINT "contacts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_subscriptions" ADD CONSTRAINT "topic_subscriptions_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "topic_subscriptions" ADD CONSTRAINT "topic_subscriptions_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_fkey" FOREIGN KEY ("rule_id") REFERENCES "alert_rules"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "domains"
  ADD CONSTRAINT "domains_transport_check" CHECK ("transport" IN ('smtp', 'ses'));
ALTER TABLE "alert_rules"
  ADD CONSTRAINT "alert_rules_kind_check" CHECK ("kind" IN ('bounce', 'complaint', 'provider_block', 'delivery_silence'));
ALTER TABLE "alerts"
  ADD CONSTRAINT "alerts_level_check" CHECK ("level" IN ('warn', 'pause'));
ALTER TABLE "message_reviews"
  ADD CONSTRAINT "message_reviews_status_check" CHECK ("status" IN ('pending', 'passed', 'flagged', 'released', 'rejected'));
ALTER TABLE "contacts"
  ADD CONSTRAINT "contacts_status_check" CHECK ("status" IN ('SUBSCRIBED', 'UNSUBSCRIBED', 'BOUNCED', 'COMPLAINED'));
ALTER TABLE "topic_subscriptions"
  ADD CONSTRAINT "topic_subscriptions_state_check" CHECK ("state" IN ('SUBSCRIBED', 'UNSUBSCRIBED'));

-- What sweeps look for; the rest of these tables is at rest.
CREATE INDEX "domains_next_check_idx" ON "domains" ("next_check_at") WHERE "next_check_at" IS NOT NULL;
CREATE INDEX "message_reviews_pending_idx" ON "message_reviews" ("message_id") WHERE "status" = 'pending';
CREATE INDEX "notices_unsent_idx" ON "notices" ("next_attempt_at") WHERE "sent_at" IS NULL;
CREATE UNIQUE INDEX "alerts_open_key" ON "alerts" ("rule_id") WHERE "closed_at" IS NULL;
