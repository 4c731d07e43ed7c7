-- CreateIndex
CREATE INDEX "automation_events_organization_id_event_idx" ON "automation_events"("organization_id", "event");
