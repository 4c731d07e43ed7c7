import {
  createApiKey,
  createDomain,
  createOrganization,
  createWebhookEndpoint,
  type ApiKeyFixture,
  type DomainFixture,
  type OrganizationFixture,
  type Queryable,
  type WebhookEndpointFixture,
} from '@postrider/testkit';

/** One organization with all it needs to send. */
export interface Tenant {
  readonly organization: OrganizationFixture;
  /** Transactional and bulk stream, both verified. */
  readonly domain: DomainFixture;
  readonly bulkDomain: DomainFixture;
  /** Without a cap on requests. */
  readonly keys: { readonly live: ApiKeyFixture; readonly send: ApiKeyFixture; readonly test: ApiKeyFixture };
  /** Wants every event. */
  readonly endpoint: WebhookEndpointFixture;
}

export async function createTenant(
  db: Queryable,
  { webhookUrl, masterKey }: { webhookUrl: string; masterKey: string },
): Promise<Tenant> {
  const organization = await createOrganization(db, {
    name: 'Ada & Co',
    postalAddress: '12 St James Square\nLondon',
  });
  const organizationId = organization.id;
  const [domain, bulkDomain, live, send, test, endpoint] = await Promise.all([
    createDomain(db, {
      organizationId,
      name: `mail-${organization.slug}.test`,
      masterKey,
      trackingVerified: true,
    }),
    createDomain(db, { organizationId, name: `news-${organization.slug}.test`, stream: 'bulk', masterKey }),
    createApiKey(db, { organizationId, permission: 'ADMIN' }),
    createApiKey(db, { organizationId, permission: 'SEND' }),
    createApiKey(db, { organizationId, permission: 'SEND', mode: 'test' }),
    createWebhookEndpoint(db, { organizationId, url: webhookUrl, masterKey }),
  ]);
  // Endpoints get nothing from before they were made; with a clock that jumps back that would be everything.
  await db.query(`UPDATE webhook_endpoints SET created_at = created_at - interval '1 day' WHERE id = $1`, [
    endpoint.id,
  ]);
  return { organization, domain, bulkDomain, keys: { live, send, test }, endpoint };
}
