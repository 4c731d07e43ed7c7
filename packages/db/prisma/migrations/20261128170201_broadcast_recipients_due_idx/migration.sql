-- Those whose turn is to come at their local time.
CREATE INDEX "broadcast_recipients_due_idx" ON "broadcast_recipients" ("broadcast_id", "due_at", "contact_id") WHERE "outcome" IS NULL AND "due_at" IS NOT NULL;
