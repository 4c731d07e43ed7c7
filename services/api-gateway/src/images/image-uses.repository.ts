import type { Pool } from '@postrider/db';

/** Of an organization's templates and broadcasts, the newest are looked at: what is older is seldom sent again. */
const templatesMax = 500;
const broadcastsMax = 2_000;

/**
 * $1 the organization, $2 the file name. What would be sent or shown without the image: the logo, templates, the current steps of
 * automations, saved blocks, and broadcasts that are not sent yet.
 */
const findUseSql = `
SELECT 'The logo of the organization' AS what, NULL AS name FROM organizations
WHERE id = $1 AND position($2 IN coalesce(logo_url, '')) > 0
UNION ALL
SELECT 'The broadcast', name FROM (
  SELECT name, html, ab_test, status, finished_at FROM broadcasts WHERE organization_id = $1 ORDER BY id DESC LIMIT ${broadcastsMax}) b
WHERE (status IN ('draft', 'scheduled', 'testing') OR status = 'sent' AND finished_at IS NULL)
  AND (position($2 IN coalesce(html, '')) > 0 OR position($2 IN coalesce(ab_test::text, '')) > 0)
UNION ALL
SELECT 'The template', t.name FROM (
  SELECT id, name, html, status, current_version FROM templates WHERE organization_id = $1 ORDER BY id DESC LIMIT ${templatesMax}) t
LEFT JOIN template_versions v ON v.template_id = t.id AND v.number = t.current_version
WHERE t.status <> 'archived' AND (position($2 IN coalesce(t.html, '')) > 0 OR position($2 IN coalesce(v.html, '')) > 0)
UNION ALL
SELECT 'The saved block', name FROM saved_blocks WHERE organization_id = $1 AND position($2 IN blocks::text) > 0
UNION ALL
SELECT 'The automation', a.name FROM automations a
JOIN automation_versions v ON v.automation_id = a.id AND v.number = a.current_version
WHERE a.organization_id = $1 AND a.deleted_at IS NULL AND position($2 IN v.definition::text) > 0
LIMIT 1`;

/** Something that contains an image and is still to be sent or shown, as a sentence begins with it; null: there is nothing. */
export async function findImageUse(
  pool: Pool,
  image: { readonly organizationId: string; readonly fileName: string },
): Promise<string | null> {
  const { rows } = await pool.query<{ what: string; name: string | null }>({
    name: 'images.find-use',
    text: findUseSql,
    values: [image.organizationId, image.fileName],
  });
  const [use] = rows;
  if (use === undefined) return null;
  return use.name === null ? use.what : `${use.what} ${JSON.stringify(use.name)}`;
}
