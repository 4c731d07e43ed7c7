-- CreateTable
CREATE TABLE "message_terms" (
    "term" BIGINT NOT NULL,
    "message_id" UUID NOT NULL,

    CONSTRAINT "message_terms_pkey" PRIMARY KEY ("term","message_id")
) PARTITION BY RANGE ("message_id");

-- CreateTable
CREATE TABLE "content_terms" (
    "term" BIGINT NOT NULL,
    "message_id" UUID NOT NULL,

    CONSTRAINT "content_terms_pkey" PRIMARY KEY ("term","message_id")
) PARTITION BY RANGE ("message_id");
-- What a Prisma schema cannot say.
-- By which an email is found in `message_terms` and `content_terms`: the first 8 octets of a SHA-256. Nobody can make a text whose hash is that of
-- another organization's.
CREATE FUNCTION message_term(organization_id uuid, mode text, field text, value text) RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT ('x' || encode(substr(sha256(convert_to(organization_id::text || ' ' || mode || ' ' || field || ' ' || value, 'UTF8')), 1, 8), 'hex'))::bit(64)::bigint
$$;
