-- Large values of the audit log become their size and digest, as new ones are stored.
CREATE FUNCTION pg_temp.small(state jsonb) RETURNS jsonb LANGUAGE sql AS $$
  SELECT jsonb_object_agg(name, CASE WHEN octet_length(value::text) <= 2048 THEN value ELSE
    jsonb_build_object('omitted', jsonb_build_object(
      'bytes', octet_length(value::text), 'sha256', encode(sha256(convert_to(value::text, 'UTF8')), 'hex'))) END)
    FROM jsonb_each(state) AS member (name, value)
$$;
UPDATE "audit_entries" SET "before" = pg_temp.small("before"), "after" = pg_temp.small("after")
 WHERE pg_column_size("before") > 1024 OR pg_column_size("after") > 1024;
