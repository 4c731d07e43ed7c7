-- The audit log had two names for what is done to an organization: `org.pause` and `organization.pause`.
UPDATE "audit_entries" SET "action" = 'organization' || substr("action", 4) WHERE "action" LIKE 'org.%';
