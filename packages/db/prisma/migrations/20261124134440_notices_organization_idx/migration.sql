-- CreateIndex
CREATE INDEX "notices_organization_id_id_idx" ON "notices"("organization_id", "id");
