-- CreateTable
CREATE TABLE "automation_step_counts" (
    "automation_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "position" TEXT NOT NULL,
    "shard" SMALLINT NOT NULL,
    "organization_id" UUID NOT NULL,
    "passed" BIGINT NOT NULL DEFAULT 0,
    "stopped" BIGINT NOT NULL DEFAULT 0,
    "failed" BIGINT NOT NULL DEFAULT 0,
    "canceled" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "automation_step_counts_pkey" PRIMARY KEY ("automation_id","version","position","shard")
);
