-- What waits for an operator, oldest first, however much was screened before.
CREATE INDEX "message_reviews_flagged_idx" ON "message_reviews" ("message_id") WHERE "status" = 'flagged';
