-- CreateTable
CREATE TABLE "saved_blocks" (
    "id" UUID NOT NULL,
    "organization_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "blocks" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_blocks_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "saved_blocks_organization_id_id_idx" ON "saved_blocks"("organization_id", "id");

-- AddForeignKey
ALTER TABLE "saved_blocks" ADD CONSTRAINT "saved_blocks_organization_id_fkey" FOREIGN KEY ("organization_id") REFERENCES "organizations"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
