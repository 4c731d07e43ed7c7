-- AlterTable
ALTER TABLE "automations" ADD COLUMN     "template_names" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "broadcasts" ADD COLUMN     "template_ids" UUID[] DEFAULT ARRAY[]::UUID[];

UPDATE "automations" a SET "template_names" = ARRAY(
  SELECT DISTINCT name #>> '{}' FROM "automation_versions" v,
    jsonb_path_query(v."definition", 'strict $.steps.**.template.*') AS name
  WHERE v."automation_id" = a."id" AND v."number" = a."current_version" AND jsonb_typeof(name) = 'string'
) WHERE a."deleted_at" IS NULL;

UPDATE "broadcasts" SET "template_ids" = ARRAY(
  SELECT DISTINCT (id #>> '{}')::uuid FROM (
    SELECT "template" -> 'id' UNION ALL SELECT jsonb_path_query("ab_test", '$.variants[*].template.id')
  ) named (id) WHERE id IS NOT NULL
) WHERE "template" IS NOT NULL OR "ab_test" IS NOT NULL;
