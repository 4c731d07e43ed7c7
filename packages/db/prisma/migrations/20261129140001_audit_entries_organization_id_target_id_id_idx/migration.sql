-- The last change of an object.
CREATE INDEX "audit_entries_organization_id_target_id_id_idx" ON "audit_entries"("organization_id", "target_id", "id");
