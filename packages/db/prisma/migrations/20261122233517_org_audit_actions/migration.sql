-- What is done to an organization is `org.*` in the audit log, as the contract of the partner API names it.
UPDATE "audit_entries" SET "action" = 'org' || substr("action", 13) WHERE "action" LIKE 'organization.%';
