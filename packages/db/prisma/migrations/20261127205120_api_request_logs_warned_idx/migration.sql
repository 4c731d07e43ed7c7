-- Requests that succeeded with a probable mistake, newest first: an organization that has none costs nothing.
CREATE INDEX "api_request_logs_warned_idx" ON "api_request_logs" ("organization_id", "id") WHERE "warnings" IS NOT NULL;
