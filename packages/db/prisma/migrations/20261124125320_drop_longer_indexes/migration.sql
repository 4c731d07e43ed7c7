DROP INDEX "messages_organization_id_domain_id_id_idx";
DROP INDEX "api_request_logs_organization_id_id_idx";
DROP INDEX "api_request_logs_request_id_idx";
ALTER TABLE "api_request_logs" DROP CONSTRAINT "api_request_logs_pkey";
