-- An entry has the id of its request, so only an id that the client chose is stored beside it.
ALTER TABLE "api_request_logs" ALTER COLUMN "request_id" DROP NOT NULL;
