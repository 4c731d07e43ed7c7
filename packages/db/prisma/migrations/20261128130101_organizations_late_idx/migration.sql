-- Organizations that want to know of late email: few.
CREATE INDEX "organizations_late_idx" ON "organizations" ("id") WHERE "late_after" <> '[]';
