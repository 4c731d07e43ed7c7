-- Queued messages by organization and queue, earliest first: what send-worker claims. Retries are a queue of their own.
CREATE INDEX "messages_due_idx" ON "messages" ("organization_id", (CASE WHEN "rounds" > 0 AND "lane" <> 'test' THEN 'retry' ELSE "lane" END), "due_at")
  WHERE "status" = 'queued';
-- Queued messages that expire: they fail on time, even while their organization may not send.
CREATE INDEX "messages_expiring_idx" ON "messages" ("expires_at") WHERE "status" = 'queued' AND "expires_at" IS NOT NULL;
