-- AlterTable
ALTER TABLE "api_request_logs" ADD COLUMN     "email_ids" UUID[],
ADD COLUMN     "is_replay" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "api_request_contents" (
    "log_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "query" TEXT,
    "request_headers" JSON NOT NULL,
    "request_body" JSON,
    "response_body" JSON,

    CONSTRAINT "api_request_contents_pkey" PRIMARY KEY ("log_id")
) PARTITION BY RANGE ("log_id");

-- CreateIndex
CREATE INDEX "api_request_contents_organization_id_log_id_idx" ON "api_request_contents"("organization_id", "log_id");
