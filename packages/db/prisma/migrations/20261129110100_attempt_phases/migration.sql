-- How long the phases of an attempt took, in milliseconds: connected, tls, data, ended.
ALTER TABLE "delivery_attempts" ADD COLUMN "phases" INTEGER[] DEFAULT ARRAY[]::INTEGER[];
