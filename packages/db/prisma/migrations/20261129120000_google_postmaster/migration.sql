-- CreateTable
CREATE TABLE "google_postmaster_connections" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "refresh_token" TEXT NOT NULL,
    "connected_at" TIMESTAMPTZ(3) NOT NULL,
    "error" TEXT,
    "read_at" TIMESTAMPTZ(3),
    "next_read_at" TIMESTAMPTZ(3),

    CONSTRAINT "google_postmaster_connections_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "google_postmaster_connections_error_check"
      CHECK ("error" IN ('access_revoked', 'refused', 'rate_limited', 'unavailable'))
);

-- CreateTable
CREATE TABLE "google_postmaster_domains" (
    "domain_id" UUID NOT NULL,
    "google_domain" TEXT NOT NULL,
    "days" JSONB NOT NULL,
    "requirements" JSONB NOT NULL,
    "read_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "google_postmaster_domains_pkey" PRIMARY KEY ("domain_id")
);

-- CreateIndex
CREATE UNIQUE INDEX "google_postmaster_connections_organization_id_key" ON "google_postmaster_connections"("organization_id");

-- CreateIndex
CREATE INDEX "google_postmaster_connections_next_read_at_idx" ON "google_postmaster_connections"("next_read_at");

-- AddForeignKey
ALTER TABLE "google_postmaster_domains" ADD CONSTRAINT "google_postmaster_domains_domain_id_fkey" FOREIGN KEY ("domain_id") REFERENCES "domains"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Rows that exist satisfy the narrower check that they were written under.
ALTER TABLE "sign_in_challenges" DROP CONSTRAINT "sign_in_challenges_kind_check";
ALTER TABLE "sign_in_challenges"
  ADD CONSTRAINT "sign_in_challenges_kind_check" CHECK ("kind" IN ('totp', 'passkey', 'new_passkey', 'new_totp', 'provider', 'google_postmaster')) NOT VALID;
