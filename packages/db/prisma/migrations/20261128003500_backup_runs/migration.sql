-- CreateTable
CREATE TABLE "backup_runs" (
    "id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "label" TEXT,
    "error" TEXT,
    "database_bytes" BIGINT,
    "stored_bytes" BIGINT,
    "is_copied" BOOLEAN NOT NULL DEFAULT false,
    "copied_at" TIMESTAMPTZ(3),
    "log_copied_at" TIMESTAMPTZ(3),

    CONSTRAINT "backup_runs_pkey" PRIMARY KEY ("id")
);
