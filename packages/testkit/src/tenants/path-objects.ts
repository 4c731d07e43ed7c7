import type { Tenant } from './tenant';

/** An object's id or slug by its place: a path as far as the placeholder that names it. */
export type PathObjects = Readonly<Record<string, string>>;

/** An object of the tenant for every place; what is done with one, its path says behind the place. */
export function pathObjects(tenant: Tenant, clientId: string): PathObjects {
  return {
    '/emails/{id}': tenant.emailId,
    '/emails/{id}/share-links/{share_link_id}': tenant.shareLinkId,
    '/inbox/{id}': tenant.testEmailId,
    '/inbox/{id}/attachments/{index}': '0',
    '/api-logs/{id}': tenant.apiLogId,
    '/inbound/{id}': tenant.inboundId,
    '/inbound/{id}/attachments/{index}': '0',
    '/domains/{id}': tenant.domain.id,
    '/keys/{id}': tenant.key.id,
    '/webhooks/{id}': tenant.webhookId,
    '/webhooks/{id}/replays/{replay_id}': tenant.replayId,
    '/webhooks/{id}/deliveries/{delivery_id}': tenant.deliveryId,
    '/contacts/{id_or_email}': tenant.contactId,
    '/contacts/imports/{id}': tenant.contactImportId,
    '/topics/{slug}': tenant.topicSlug,
    '/segments/{id}': tenant.segmentId,
    '/signup-forms/{id}': tenant.signupFormId,
    '/broadcasts/{id}': tenant.broadcastId,
    '/templates/{id_or_slug}': tenant.templateId,
    '/templates/{id_or_slug}/versions/{version}': '1',
    '/images/{id}': tenant.imageId,
    '/saved-blocks/{id}': tenant.savedBlockId,
    '/suppressions/{id_or_email}': tenant.suppressionId,
    '/suppressions/imports/{id}': tenant.importId,
    '/automations/{id_or_slug}': tenant.automationId,
    '/automations/{id_or_slug}/versions/{version}': '1',
    '/automations/{id_or_slug}/runs/{run_id}': tenant.automationRunId,
    '/organizations/{id}': clientId,
  };
}

/** `/webhooks/{id}` and `/webhooks/{id}/replays/{replay_id}` of that path. */
export function placesOf(path: string): string[] {
  return [...path.matchAll(/\{\w+\}/g)].map(({ 0: placeholder, index }) =>
    path.slice(0, index + placeholder.length),
  );
}
