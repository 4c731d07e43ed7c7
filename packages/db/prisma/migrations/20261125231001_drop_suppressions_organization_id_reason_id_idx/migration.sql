DROP INDEX "suppressions_organization_id_reason_id_idx";
