-- DropIndex
DROP INDEX "imports_organization_id_id_idx";

-- CreateIndex
CREATE INDEX "imports_organization_id_kind_id_idx" ON "imports"("organization_id", "kind", "id");

-- CreateTable
CREATE TABLE "subscription_changes" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "contact_id" UUID NOT NULL,
    "topic" TEXT,
    "before" TEXT,
    "after" TEXT NOT NULL,
    "actor" TEXT NOT NULL,
    "api_key_id" UUID,
    "source" TEXT,
    "ip_address" TEXT,
    "user_agent" TEXT,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "subscription_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "subscription_changes_contact_id_id_idx" ON "subscription_changes"("contact_id", "id");

-- CreateIndex
CREATE INDEX "contacts_organization_id_status_id_idx" ON "contacts"("organization_id", "status", "id");

-- AddForeignKey
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what a Prisma schema cannot say.
ALTER TABLE "subscription_changes"
  ADD CONSTRAINT "subscription_changes_actor_check" CHECK ("actor" IN ('api_key', 'import', 'bounce', 'complaint'));

-- A contact whose address bounced or complained is one no longer, whoever found that out and wherever he wrote it. By row, and
-- only for these reasons: the statements that record outcomes insert such an entry once in a hundred times.
CREATE FUNCTION contact_follows_suppression() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  reached text := CASE NEW.reason WHEN 'complaint' THEN 'COMPLAINED' ELSE 'BOUNCED' END;
  known record;
BEGIN
  SELECT id, status INTO known FROM contacts
   WHERE organization_id = NEW.organization_id AND email_key = NEW.email
     AND status NOT IN ('COMPLAINED', reached)
   FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  UPDATE contacts SET status = reached, updated_at = now() WHERE id = known.id;
  INSERT INTO subscription_changes (id, organization_id, contact_id, topic, before, after, actor, changed_at)
  VALUES (
    (lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0')
      || '7' || substr(replace(gen_random_uuid()::text, '-', ''), 14))::uuid,
    NEW.organization_id, known.id, NULL, known.status, reached,
    CASE NEW.reason WHEN 'complaint' THEN 'complaint' ELSE 'bounce' END, now());
  RETURN NULL;
END $$;
CREATE TRIGGER suppressions_followed AFTER INSERT OR UPDATE OF reason ON "suppressions"
  FOR EACH ROW WHEN (NEW.domain_id IS NULL AND NEW.reason IN ('hard_bounce', 'complaint'))
  EXECUTE FUNCTION contact_follows_suppression();
