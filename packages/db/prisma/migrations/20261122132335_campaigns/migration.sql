-- CreateTable
CREATE TABLE "automations" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "slug" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'active',
    "trigger_event" TEXT NOT NULL,
    "one_per_contact" BOOLEAN NOT NULL DEFAULT false,
    "current_version" INTEGER NOT NULL DEFAULT 1,
    "domain_ids" UUID[],
    "topics" TEXT[],
    "deleted_at" TIMESTAMPTZ(3),
    "cancel_runs" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automations_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_versions" (
    "automation_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "organization_id" UUID NOT NULL,
    "definition" JSONB NOT NULL,
    "api_key_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "automation_versions_pkey" PRIMARY KEY ("automation_id","number")
);

-- CreateTable
CREATE TABLE "automation_events" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "contact_id" UUID NOT NULL,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "runs_started" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_events_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_event_keys" (
    "organization_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "event_id" UUID NOT NULL,
    "event" TEXT NOT NULL,
    "contact_id" UUID NOT NULL,
    "runs_started" INTEGER NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_event_keys_pkey" PRIMARY KEY ("organization_id","key")
);

-- CreateTable
CREATE TABLE "automation_usage" (
    "organization_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "contacts" INTEGER NOT NULL DEFAULT 0,
    "runs" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "automation_usage_pkey" PRIMARY KEY ("organization_id","day")
);

-- CreateTable
CREATE TABLE "automation_runs" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "automation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "contact_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "properties" JSONB NOT NULL DEFAULT '{}',
    "status" TEXT NOT NULL DEFAULT 'running',
    "position" TEXT NOT NULL DEFAULT '0',
    "due_at" TIMESTAMPTZ(3),
    "waiting_since" TIMESTAMPTZ(3),
    "waiting_event" TEXT,
    "woken_by" UUID,
    "steps" INTEGER NOT NULL DEFAULT 0,
    "step_id" UUID,
    "attempts" SMALLINT NOT NULL DEFAULT 0,
    "crashes" SMALLINT NOT NULL DEFAULT 0,
    "one_per_contact" BOOLEAN NOT NULL,
    "detail" TEXT,
    "lease_until" TIMESTAMPTZ(3),
    "lease_owner" UUID,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "automation_runs_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "automation_steps" (
    "run_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "detail" TEXT,
    "message_id" UUID,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "automation_steps_pkey" PRIMARY KEY ("run_id","number")
);

-- CreateTable
CREATE TABLE "broadcasts" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "segment_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,
    "domain_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "from_header" TEXT NOT NULL,
    "from_address" TEXT NOT NULL,
    "reply_to" TEXT,
    "subject" TEXT,
    "preview_text" TEXT,
    "html" TEXT,
    "text" TEXT,
    "template" JSONB,
    "ab_test" JSONB,
    "track_opens" BOOLEAN NOT NULL DEFAULT false,
    "track_clicks" BOOLEAN NOT NULL DEFAULT false,
    "status" TEXT NOT NULL DEFAULT 'draft',
    "audience" TEXT NOT NULL DEFAULT 'segment',
    "parent_id" UUID,
    "scheduled_at" TIMESTAMPTZ(3),
    "started_at" TIMESTAMPTZ(3),
    "filter" JSONB,
    "expanded_to" UUID,
    "expanded_at" TIMESTAMPTZ(3),
    "decide_at" TIMESTAMPTZ(3),
    "winner" SMALLINT,
    "waiting_for" TEXT,
    "recipients" INTEGER NOT NULL DEFAULT 0,
    "submitted" INTEGER NOT NULL DEFAULT 0,
    "suppressed" INTEGER NOT NULL DEFAULT 0,
    "unsubscribed" INTEGER NOT NULL DEFAULT 0,
    "over_quota" INTEGER NOT NULL DEFAULT 0,
    "invalid" INTEGER NOT NULL DEFAULT 0,
    "finished_at" TIMESTAMPTZ(3),
    "canceled_at" TIMESTAMPTZ(3),
    "turn_at" TIMESTAMPTZ(3),
    "failures" SMALLINT NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "broadcasts_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "broadcast_recipients" (
    "broadcast_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "variant" SMALLINT,
    "message_id" UUID,
    "outcome" TEXT,
    "lease_until" TIMESTAMPTZ(3),

    CONSTRAINT "broadcast_recipients_pkey" PRIMARY KEY ("broadcast_id","contact_id")
);

-- CreateTable
CREATE TABLE "broadcast_counters" (
    "broadcast_id" UUID NOT NULL,
    "variant" SMALLINT NOT NULL,
    "organization_id" UUID NOT NULL,
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

    CONSTRAINT "broadcast_counters_pkey" PRIMARY KEY ("broadcast_id","variant")
);

-- CreateTable
CREATE TABLE "signup_forms" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "domain_id" UUID NOT NULL,
    "api_key_id" UUID NOT NULL,
    "from_header" TEXT NOT NULL,
    "reply_to" TEXT,
    "title" TEXT,
    "description" TEXT,
    "fields" TEXT[],
    "redirect_url" TEXT,
    "status" TEXT NOT NULL DEFAULT 'enabled',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signup_forms_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "signup_form_topics" (
    "form_id" UUID NOT NULL,
    "topic_id" UUID NOT NULL,

    CONSTRAINT "signup_form_topics_pkey" PRIMARY KEY ("form_id","topic_id")
);

-- CreateTable
CREATE TABLE "signup_requests" (
    "id" UUID NOT NULL,
    "form_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "email_key" TEXT NOT NULL,
    "first_name" TEXT,
    "last_name" TEXT,
    "topics" TEXT[],
    "token_hash" BYTEA NOT NULL,
    "ip_address" TEXT NOT NULL,
    "client_network" TEXT NOT NULL,
    "user_agent" TEXT,
    "language" TEXT NOT NULL,
    "message_id" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "confirmed_at" TIMESTAMPTZ(3),
    "confirmed_ip" TEXT,
    "contact_id" UUID,

    CONSTRAINT "signup_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "automations_organization_id_id_idx" ON "automations"("organization_id", "id");

-- CreateIndex
CREATE INDEX "automations_organization_id_trigger_event_idx" ON "automations"("organization_id", "trigger_event");

-- CreateIndex
CREATE INDEX "automation_events_contact_id_idx" ON "automation_events"("contact_id");

-- CreateIndex
CREATE INDEX "automation_event_keys_expires_at_idx" ON "automation_event_keys"("expires_at");

-- CreateIndex
CREATE INDEX "automation_runs_organization_id_automation_id_id_idx" ON "automation_runs"("organization_id", "automation_id", "id");

-- CreateIndex
CREATE INDEX "automation_runs_contact_id_idx" ON "automation_runs"("contact_id");

-- CreateIndex
CREATE INDEX "broadcasts_organization_id_id_idx" ON "broadcasts"("organization_id", "id");

-- CreateIndex
CREATE INDEX "broadcasts_topic_id_idx" ON "broadcasts"("topic_id");

-- CreateIndex
CREATE INDEX "broadcasts_domain_id_idx" ON "broadcasts"("domain_id");

-- CreateIndex
CREATE INDEX "broadcasts_parent_id_idx" ON "broadcasts"("parent_id");

-- CreateIndex
CREATE UNIQUE INDEX "broadcast_recipients_message_id_key" ON "broadcast_recipients"("message_id");

-- CreateIndex
CREATE INDEX "signup_forms_organization_id_id_idx" ON "signup_forms"("organization_id", "id");

-- CreateIndex
CREATE INDEX "signup_forms_domain_id_idx" ON "signup_forms"("domain_id");

-- CreateIndex
CREATE INDEX "signup_form_topics_topic_id_idx" ON "signup_form_topics"("topic_id");

-- CreateIndex
CREATE UNIQUE INDEX "signup_requests_token_hash_key" ON "signup_requests"("token_hash");

-- CreateIndex
CREATE INDEX "signup_requests_form_id_id_idx" ON "signup_requests"("form_id", "id");

-- CreateIndex
CREATE INDEX "signup_requests_organization_id_email_key_id_idx" ON "signup_requests"("organization_id", "email_key", "id");

-- CreateIndex
CREATE INDEX "signup_requests_client_network_id_idx" ON "signup_requests"("client_network", "id");

-- AddForeignKey
ALTER TABLE "automations" ADD CONSTRAINT "automations_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_versions" ADD CONSTRAINT "automation_versions_automation_id_fkey" FOREIGN KEY ("automation_id") REFERENCES "automations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "automation_steps" ADD CONSTRAINT "automation_steps_run_id_fkey" FOREIGN KEY ("run_id") REFERENCES "automation_runs"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "broadcasts" ADD CONSTRAINT "broadcasts_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signup_forms" ADD CONSTRAINT "signup_forms_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signup_form_topics" ADD CONSTRAINT "signup_form_topics_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "signup_forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signup_form_topics" ADD CONSTRAINT "signup_form_topics_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "signup_requests" ADD CONSTRAINT "signup_requests_form_id_fkey" FOREIGN KEY ("form_id") REFERENCES "signup_forms"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what a Prisma schema cannot say.
ALTER TABLE "subscription_changes" DROP CONSTRAINT "subscription_changes_actor_check";
ALTER TABLE "subscription_changes"
  ADD CONSTRAINT "subscription_changes_actor_check" CHECK ("actor" IN ('api_key', 'import', 'bounce', 'complaint', 'recipient', 'form', 'automation'));
ALTER TABLE "broadcasts"
  ADD CONSTRAINT "broadcasts_status_check" CHECK ("status" IN ('draft', 'scheduled', 'testing', 'sent', 'canceled')),
  ADD CONSTRAINT "broadcasts_audience_check" CHECK ("audience" IN ('segment', 'not_opened'));
-- What a worker has to look at: few rows, however many broadcasts there were.
CREATE INDEX "broadcasts_open_idx" ON "broadcasts" ("organization_id", "turn_at")
  WHERE "status" IN ('scheduled', 'testing') OR ("status" = 'canceled' AND "started_at" IS NOT NULL AND "finished_at" IS NULL);
ALTER TABLE "broadcast_recipients"
  ADD CONSTRAINT "broadcast_recipients_outcome_check" CHECK ("outcome" IN ('submitted', 'suppressed', 'unsubscribed', 'over_quota', 'invalid'));
-- Those whose turn is to come; those of an A/B test by variant.
CREATE INDEX "broadcast_recipients_waiting_idx" ON "broadcast_recipients" ("broadcast_id", "variant", "contact_id") WHERE "outcome" IS NULL;
-- What of a broadcast was submitted and not sent, the never attempted in one place: how fast it goes on is measured by it.
CREATE INDEX "messages_broadcast_unsent_idx" ON "messages" ("kind", "first_attempt_at") WHERE "source" = 'broadcast' AND "status" = 'queued';
ALTER TABLE "automations"
  ADD CONSTRAINT "automations_status_check" CHECK ("status" IN ('active', 'paused'));
CREATE INDEX "automations_cancel_idx" ON "automations" ("id") WHERE "cancel_runs";
CREATE UNIQUE INDEX "automations_slug_key" ON "automations" ("organization_id", "slug") WHERE "deleted_at" IS NULL;
ALTER TABLE "automation_runs"
  ADD CONSTRAINT "automation_runs_status_check" CHECK ("status" IN ('running', 'completed', 'stopped', 'failed', 'canceled'));
-- Whether anything is due at all; and then whose, so that organizations take turns.
CREATE INDEX "automation_runs_due_idx" ON "automation_runs" ("due_at") WHERE "status" = 'running' AND "due_at" IS NOT NULL;
CREATE INDEX "automation_runs_turn_idx" ON "automation_runs" ("organization_id", "due_at") WHERE "status" = 'running' AND "due_at" IS NOT NULL;
CREATE INDEX "automation_runs_parked_idx" ON "automation_runs" ("automation_id") WHERE "status" = 'running' AND "due_at" IS NULL;
-- What is kept for a time after its end.
CREATE INDEX "automation_runs_finished_idx" ON "automation_runs" ("finished_at") WHERE "finished_at" IS NOT NULL;
CREATE INDEX "automation_runs_running_idx" ON "automation_runs" ("automation_id", "id") WHERE "status" = 'running';
CREATE INDEX "automation_runs_waiting_idx" ON "automation_runs" ("contact_id", "waiting_event") WHERE "status" = 'running' AND "waiting_event" IS NOT NULL;
-- One run of a contact at a time, where that was asked for.
CREATE UNIQUE INDEX "automation_runs_single_key" ON "automation_runs" ("automation_id", "contact_id") WHERE "status" = 'running' AND "one_per_contact";
ALTER TABLE "automation_steps"
  ADD CONSTRAINT "automation_steps_type_check" CHECK ("type" IN ('send', 'wait', 'wait_until', 'condition', 'update_contact', 'webhook')),
  ADD CONSTRAINT "automation_steps_outcome_check" CHECK ("outcome" IN ('done', 'skipped', 'failed'));
ALTER TABLE "signup_forms"
  ADD CONSTRAINT "signup_forms_status_check" CHECK ("status" IN ('enabled', 'disabled'));
-- Those that were confirmed stay: what expires is found among the others.
CREATE INDEX "signup_requests_expiring_idx" ON "signup_requests" ("expires_at") WHERE "confirmed_at" IS NULL;
-- An address that is forgotten, as its entries keep it (ADR 31).
CREATE FUNCTION forgotten_address(organization_id uuid, address text) RETURNS text LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT 'sha256:' || encode(sha256(convert_to(organization_id::text || ' ' || address, 'UTF8')), 'hex')
$$;
-- Who has such entries at all: what asks for an address looks here before it computes a digest.
CREATE INDEX "suppressions_forgotten_idx" ON "suppressions" ("organization_id") WHERE "email" LIKE 'sha256:%';
-- What comes to a forgotten address at the same scope comes to its entry: a bounce that was under way does not bring the address back.
CREATE FUNCTION suppression_stays_forgotten() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  digest text;
BEGIN
  IF NOT EXISTS (SELECT FROM suppressions WHERE organization_id = NEW.organization_id AND email LIKE 'sha256:%') THEN
    RETURN NEW;
  END IF;
  digest := forgotten_address(NEW.organization_id, NEW.email);
  IF EXISTS (SELECT FROM suppressions
    WHERE organization_id = NEW.organization_id AND email = digest AND domain_id IS NOT DISTINCT FROM NEW.domain_id) THEN
    NEW.email := digest;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER suppressions_stay_forgotten BEFORE INSERT ON "suppressions"
  FOR EACH ROW WHEN (NEW.email NOT LIKE 'sha256:%') EXECUTE FUNCTION suppression_stays_forgotten();
