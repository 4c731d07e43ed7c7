-- Links to public pages about emails.
CREATE TABLE "email_share_links" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "message_id" UUID NOT NULL,
    "token_hash" BYTEA NOT NULL,
    "with_content" BOOLEAN NOT NULL,
    "created_by" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_viewed_at" TIMESTAMPTZ(3),

    CONSTRAINT "email_share_links_pkey" PRIMARY KEY ("id")
);

CREATE UNIQUE INDEX "email_share_links_token_hash_key" ON "email_share_links"("token_hash");

CREATE INDEX "email_share_links_message_id_idx" ON "email_share_links"("message_id");

CREATE INDEX "email_share_links_organization_id_idx" ON "email_share_links"("organization_id");

CREATE INDEX "email_share_links_expires_at_idx" ON "email_share_links"("expires_at");
