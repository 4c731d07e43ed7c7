-- Replies to received emails, by what they reply to and by conversation. Other emails add no entry.
CREATE INDEX "messages_inbound_idx" ON "messages" ("organization_id", "inbound_id", "id") WHERE "inbound_id" IS NOT NULL;
CREATE INDEX "messages_conversation_idx" ON "messages" ("organization_id", "conversation_id", "id") WHERE "conversation_id" IS NOT NULL;
