-- Emails by status, for the statuses that few emails have. Without the usual ones, sending an email adds no entry.
CREATE INDEX "messages_status_idx" ON "messages" ("organization_id", "status", "id")
  WHERE "status" NOT IN ('sending', 'sent', 'delivered');
