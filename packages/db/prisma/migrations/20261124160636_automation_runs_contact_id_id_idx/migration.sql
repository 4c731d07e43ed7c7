-- CreateIndex
CREATE INDEX "automation_runs_contact_id_id_idx" ON "automation_runs"("contact_id", "id");
