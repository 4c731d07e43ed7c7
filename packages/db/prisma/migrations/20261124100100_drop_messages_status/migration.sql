DROP INDEX "messages_organization_id_status_id_idx";
