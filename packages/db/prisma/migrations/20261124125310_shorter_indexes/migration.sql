-- A domain belongs to one organization.
CREATE INDEX "messages_domain_id_id_idx" ON "messages" ("domain_id", "id");
CREATE UNIQUE INDEX "api_request_logs_organization_id_id_key" ON "api_request_logs" ("organization_id", "id");
CREATE INDEX "api_request_logs_chosen_ids_idx" ON "api_request_logs" ("organization_id", "request_id", "id")
  WHERE "request_id" IS NOT NULL;
