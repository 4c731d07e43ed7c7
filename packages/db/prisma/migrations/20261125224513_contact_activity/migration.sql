-- CreateTable
CREATE TABLE "contact_activity" (
    "contact_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "last_received_at" TIMESTAMPTZ(3),
    "last_opened_at" TIMESTAMPTZ(3),
    "last_clicked_at" TIMESTAMPTZ(3),

    CONSTRAINT "contact_activity_pkey" PRIMARY KEY ("contact_id")
);

-- AddForeignKey
ALTER TABLE "contact_activity" ADD CONSTRAINT "contact_activity_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
