-- Which obstacle keeps a broadcast, and since when; `waiting_for` says it in words.
ALTER TABLE "broadcasts" ADD COLUMN "waiting" JSONB;
