DROP INDEX "automation_runs_contact_id_idx";
