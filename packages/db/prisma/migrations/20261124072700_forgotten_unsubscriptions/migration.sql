-- CreateTable
CREATE TABLE "forgotten_unsubscriptions" (
    "organization_id" UUID NOT NULL,
    "address_digest" TEXT NOT NULL,
    "topic_id" UUID NOT NULL,
    "actor" TEXT NOT NULL,

    CONSTRAINT "forgotten_unsubscriptions_pkey" PRIMARY KEY ("organization_id","address_digest","topic_id")
);

-- CreateIndex
CREATE INDEX "forgotten_unsubscriptions_topic_id_idx" ON "forgotten_unsubscriptions"("topic_id");

-- AddForeignKey
ALTER TABLE "forgotten_unsubscriptions" ADD CONSTRAINT "forgotten_unsubscriptions_topic_id_fkey" FOREIGN KEY ("topic_id") REFERENCES "topics"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- By hand: what a Prisma schema cannot say.
ALTER TABLE "forgotten_unsubscriptions"
  ADD CONSTRAINT "forgotten_unsubscriptions_actor_check" CHECK ("actor" IN ('api_key', 'import', 'bounce', 'complaint', 'recipient', 'form', 'automation'));
