-- AlterTable
ALTER TABLE "api_keys" ADD COLUMN     "allowed_ips" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "allowed_recipients" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "daily_limit" INTEGER,
ADD COLUMN     "templates_only" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "key_usage_shards" (
    "organization_id" UUID NOT NULL,
    "key_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "shard" UUID NOT NULL,
    "recipients" BIGINT NOT NULL,

    CONSTRAINT "key_usage_shards_pkey" PRIMARY KEY ("key_id","day","shard")
);

-- As usage_shards: the same few rows are updated again and again.
ALTER TABLE "key_usage_shards" SET (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);
