-- Runs that stand at a step are counted by this index alone.
CREATE INDEX "automation_runs_position_idx" ON "automation_runs" ("organization_id", "automation_id", "version", "position") WHERE "status" = 'running';
