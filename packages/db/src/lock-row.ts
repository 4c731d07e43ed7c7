import { rawStatements } from './client/views';

/** Rows that are held while others wait, by their model's name. */
const lockableTables = {
  organization: 'organizations',
  domain: 'domains',
  topic: 'topics',
  segment: 'segments',
  signupForm: 'signup_forms',
  automation: 'automations',
  template: 'templates',
  image: 'images',
  savedBlock: 'saved_blocks',
  webhookEndpoint: 'webhook_endpoints',
  webhookDelivery: 'webhook_deliveries',
} as const;

/** What a row may be named by. */
const conditions = {
  id: 'id = $::uuid',
  organizationId: 'organization_id = $::uuid',
  parentOrganizationId: 'parent_organization_id = $::uuid',
  endpointId: 'endpoint_id = $::uuid',
  slug: 'slug = $',
  status: 'status = $',
} as const;

export type LockableModel = keyof typeof lockableTables;
export type RowName = { readonly [Name in keyof typeof conditions]?: string };

/**
 * Holds a row until the transaction ends: what is read of it afterwards is what is changed. As strong as an UPDATE and no
 * stronger, so rows that refer to it can still be inserted, but nothing is written. The views hide raw statements; this
 * is the one that is for everybody.
 * @returns false when there is no such row
 */
export async function lockRow<Model extends LockableModel>(
  tx: { readonly [Each in Model]: unknown },
  model: Model,
  name: RowName,
): Promise<boolean> {
  const given = Object.entries(name) as [keyof typeof conditions, string][];
  const where = given.map(([column], index) => conditions[column].replace('$', `$${index + 1}`));
  const rows = await rawStatements(tx).$queryRawUnsafe(
    `SELECT 1 AS found FROM ${lockableTables[model]} WHERE ${where.join(' AND ')} FOR NO KEY UPDATE`,
    ...given.map(([, value]) => value),
  );
  return rows.length > 0;
}
