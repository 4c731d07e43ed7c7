-- AlterTable
ALTER TABLE "organizations" ADD COLUMN     "late_after" JSONB NOT NULL DEFAULT '[]';

-- One more value: rows that exist have one of the others, so none is read.
ALTER TABLE "email_events" DROP CONSTRAINT "email_events_type_check";
ALTER TABLE "email_events"
  ADD CONSTRAINT "email_events_type_check" CHECK ("type" IN ('queued', 'sent', 'delivered', 'delivery_delayed', 'late', 'bounced', 'complained', 'rejected', 'opened', 'clicked', 'unsubscribed', 'suppressed', 'failed')) NOT VALID;
