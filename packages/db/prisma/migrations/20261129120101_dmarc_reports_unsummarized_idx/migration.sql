-- Those that are still to be summarized, oldest first.
CREATE INDEX "dmarc_reports_unsummarized_idx" ON "dmarc_reports" ("id") WHERE NOT "is_summarized";
