-- CreateTable
CREATE TABLE "broadcast_hours" (
    "broadcast_id" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "organization_id" UUID NOT NULL,
    "sent" BIGINT NOT NULL DEFAULT 0,
    "delivered" BIGINT NOT NULL DEFAULT 0,
    "bounced_hard" BIGINT NOT NULL DEFAULT 0,
    "bounced_soft" BIGINT NOT NULL DEFAULT 0,
    "complained" BIGINT NOT NULL DEFAULT 0,
    "opened" BIGINT NOT NULL DEFAULT 0,
    "clicked" BIGINT NOT NULL DEFAULT 0,
    "unsubscribed" BIGINT NOT NULL DEFAULT 0,
    "failed" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "broadcast_hours_pkey" PRIMARY KEY ("broadcast_id","hour")
);

-- CreateTable
CREATE TABLE "broadcast_links" (
    "broadcast_id" UUID NOT NULL,
    "variant" SMALLINT NOT NULL,
    "url_digest" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "clicks" BIGINT NOT NULL DEFAULT 0,
    "unique_clicks" BIGINT NOT NULL DEFAULT 0,

    CONSTRAINT "broadcast_links_pkey" PRIMARY KEY ("broadcast_id","variant","url_digest")
);
