-- AlterTable
ALTER TABLE "domains" ADD COLUMN     "inbound_addresses" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "inbound_rule" TEXT NOT NULL DEFAULT 'replies';

-- AlterTable
ALTER TABLE "inbound_emails" ADD COLUMN     "received_for" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "rule" TEXT NOT NULL DEFAULT 'replies';

-- By hand: values of the columns whose comment lists them.
ALTER TABLE "domains"
  ADD CONSTRAINT "domains_inbound_rule_check" CHECK ("inbound_rule" IN ('replies', 'addresses', 'catch_all'));
ALTER TABLE "inbound_emails"
  ADD CONSTRAINT "inbound_emails_rule_check" CHECK ("rule" IN ('replies', 'addresses', 'catch_all'));
