/** Of objects with a UUID that belong to an organization: their table, and what people call them. */
const namedTables = {
  api_key: ['api_keys', 'name'],
  automation: ['automations', 'name'],
  broadcast: ['broadcasts', 'name'],
  contact: ['contacts', 'email'],
  domain: ['domains', 'name'],
  image: ['images', 'name'],
  invitation: ['invitations', 'email'],
  saved_block: ['saved_blocks', 'name'],
  segment: ['segments', 'name'],
  signup_form: ['signup_forms', 'name'],
  suppression: ['suppressions', 'email'],
  template: ['templates', 'name'],
  topic: ['topics', 'name'],
  webhook: ['webhook_endpoints', 'url'],
} as const;

/** Old rows may have other texts. */
const targetId = `CASE WHEN c.target_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN c.target_id::uuid END`;

const branches = Object.entries(namedTables).map(
  ([type, [table, name]]) =>
    `WHEN '${type}' THEN (SELECT t.${name} FROM ${table} t WHERE t.organization_id = c.organization_id AND t.id = ${targetId})`,
);

/** SQL: the present name of what an entry `c` of the audit log is about. Null once it is gone. */
export const auditTargetName = `
  CASE c.target_type
    ${branches.join('\n    ')}
    WHEN 'member' THEN (SELECT u.name FROM memberships m JOIN users u ON u.id = m.user_id
      WHERE m.organization_id = c.organization_id AND m.id = ${targetId})
    WHEN 'organization' THEN (SELECT o.name FROM organizations o
      WHERE o.id = ${targetId} AND c.organization_id IN (o.id, o.parent_organization_id))
    WHEN 'user' THEN (SELECT u.email FROM users u WHERE c.organization_id IS NULL AND u.id = ${targetId})
  END`;
