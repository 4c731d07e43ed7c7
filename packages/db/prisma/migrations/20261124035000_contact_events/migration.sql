-- CreateTable
CREATE TABLE "contact_events" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "type" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "change" JSONB,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "due_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_events_pkey" PRIMARY KEY ("id")
) PARTITION BY RANGE ("id");

-- CreateIndex
CREATE INDEX "contact_events_organization_id_id_idx" ON "contact_events"("organization_id", "id");

-- CreateIndex
CREATE INDEX "contact_events_contact_id_idx" ON "contact_events"("contact_id");

-- By hand: what a Prisma schema cannot say.
ALTER TABLE "contact_events"
  ADD CONSTRAINT "contact_events_type_check" CHECK ("type" IN ('created', 'updated', 'deleted', 'subscribed', 'unsubscribed')),
  ADD CONSTRAINT "contact_events_actor_check" CHECK ("actor" IN ('api_key', 'import', 'bounce', 'complaint', 'recipient', 'form', 'automation'));

-- Rows that wait to be handed on, found by organization: they take turns.
CREATE INDEX "contact_events_due_idx" ON "contact_events" ("organization_id", "due_at") WHERE "due_at" IS NOT NULL;

-- Records those events of contacts that an endpoint or an automation names, or a run of the contact waits for: an organization that uses
-- none pays for none. Webhook endpoints count while they are disabled, too, because a replay delivers what they missed.
CREATE FUNCTION record_contact_events(events jsonb) RETURNS void LANGUAGE sql AS $$
  INSERT INTO contact_events (id, organization_id, contact_id, type, actor, change, occurred_at, due_at)
  SELECT e.id, e.organization_id, e.contact_id, e.type, e.actor, e.change, now(), now()
  FROM jsonb_to_recordset(events) AS e (
    id uuid, organization_id uuid, contact_id uuid, type text, actor text, change jsonb)
  WHERE EXISTS (SELECT FROM webhook_endpoints w
      WHERE w.organization_id = e.organization_id AND 'contact.' || e.type = ANY(w.events))
    OR EXISTS (SELECT FROM automations a
      WHERE a.organization_id = e.organization_id AND a.trigger_event = 'contact.' || e.type
        AND a.status = 'active' AND a.deleted_at IS NULL)
    OR EXISTS (SELECT FROM automation_runs r
      WHERE r.contact_id = e.contact_id AND r.waiting_event = 'contact.' || e.type AND r.status = 'running')
$$;

-- A UUIDv7 (RFC 9562, section 5.7), for rows that triggers insert.
CREATE FUNCTION new_row_id() RETURNS uuid LANGUAGE sql VOLATILE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
    || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid
$$;

-- As before, and the change is an event. Entries without an email come from imports, which make no events.
CREATE OR REPLACE FUNCTION contact_follows_suppression() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached text := CASE NEW.reason WHEN 'complaint' THEN 'COMPLAINED' ELSE 'BOUNCED' END;
  actor text := CASE NEW.reason WHEN 'complaint' THEN 'complaint' ELSE 'bounce' END;
  known record;
BEGIN
  SELECT id, status INTO known FROM contacts
   WHERE organization_id = NEW.organization_id AND email_key = NEW.email
     AND status NOT IN ('COMPLAINED', reached)
   FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE contacts SET status = reached, updated_at = now() WHERE id = known.id;
  INSERT INTO subscription_changes (id, organization_id, contact_id, topic, before, after, actor, changed_at)
  VALUES (new_row_id(), NEW.organization_id, known.id, NULL, known.status, reached, actor, now());
  IF NEW.source_email_id IS NULL THEN RETURN NULL; END IF;
  PERFORM record_contact_events(jsonb_build_array(jsonb_build_object(
    'id', new_row_id(), 'organization_id', NEW.organization_id, 'contact_id', known.id, 'type', 'updated', 'actor', actor)));
  IF known.status = 'SUBSCRIBED' THEN
    PERFORM record_contact_events(jsonb_build_array(jsonb_build_object(
      'id', new_row_id(), 'organization_id', NEW.organization_id, 'contact_id', known.id, 'type', 'unsubscribed',
      'actor', actor, 'change', jsonb_build_object('status', true, 'topics', jsonb_build_array(), 'actor', actor))));
  END IF;
  RETURN NULL;
END $$;
