-- AlterTable
ALTER TABLE "imports" ADD COLUMN     "keeps_contacts" BOOLEAN NOT NULL DEFAULT false;

-- CreateTable
CREATE TABLE "imported_contacts" (
    "contact_id" UUID NOT NULL,
    "import_id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "added" BOOLEAN NOT NULL,

    CONSTRAINT "imported_contacts_pkey" PRIMARY KEY ("contact_id","import_id")
);

-- AddForeignKey
ALTER TABLE "imported_contacts" ADD CONSTRAINT "imported_contacts_contact_id_fkey" FOREIGN KEY ("contact_id") REFERENCES "contacts"("id") ON DELETE CASCADE ON UPDATE CASCADE;
