-- Messages that wait for a report or for an operator, however many were sent before.
CREATE INDEX "messages_unconfirmed_idx" ON "messages" ("id") WHERE "status" = 'unconfirmed';
