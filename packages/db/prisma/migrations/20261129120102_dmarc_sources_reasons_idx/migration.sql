-- Few rows have reasons, and all readers of reasons look for these alone.
CREATE INDEX "dmarc_sources_reasons_idx" ON "dmarc_sources" ("report_id") WHERE "reasons" IS NOT NULL;
