-- Requests that failed, newest first: an organization that has none costs nothing.
CREATE INDEX "api_request_logs_failed_idx" ON "api_request_logs" ("organization_id", "id") WHERE "error_code" IS NOT NULL;
-- Request ids that clients chose. One of ours is made with the log's id, and says when the request was made.
CREATE INDEX "api_request_logs_request_id_idx" ON "api_request_logs" ("organization_id", "request_id", "id")
  WHERE "left"("request_id", 13) <> "left"("id"::text, 13);
