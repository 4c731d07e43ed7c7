-- Entries in force are counted by this index alone.
CREATE INDEX "suppressions_reason_idx" ON "suppressions" ("organization_id", "reason", "id") INCLUDE ("domain_id", "expires_at");
