-- A new provider needs no migration: the catalogue in packages/providers lists them.
ALTER TABLE "transports" DROP CONSTRAINT "transports_kind_check";
ALTER TABLE "inbound_spool" DROP CONSTRAINT "inbound_spool_source_check";
