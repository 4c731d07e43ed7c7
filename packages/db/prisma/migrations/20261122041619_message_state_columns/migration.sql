-- AlterTable
ALTER TABLE "messages" ADD COLUMN     "reserved_day" DATE,
ALTER COLUMN "due_at" DROP NOT NULL;

-- Until now a reserved day showed in a first attempt one minute before it. The attempt stays: what it says of the message's age
-- is true to the minute, and a worker of the release before, during a rollout, still sees by it that nothing is to be reserved.
UPDATE "messages" SET "reserved_day" = ("first_attempt_at" AT TIME ZONE 'UTC')::date + 1
 WHERE "status" IN ('queued', 'sending') AND "mode" = 'live'
   AND ("first_attempt_at" AT TIME ZONE 'UTC')::time = '23:59:00';

-- Until now a message that its review holds was due in the year 9999.
UPDATE "messages" SET "due_at" = NULL WHERE "status" = 'queued' AND "due_at" = '9999-01-01T00:00:00Z';
