import { z } from 'zod';
import { sample } from '@postrider/contracts/fields';

/** Parameters of paths, by the path up to them. */
const parameters: Readonly<Record<string, readonly [description: string, example: string]>> = {
  '/emails/:id': ['Id of the email, as returned when it was sent.', sample.emailId],
  '/emails/:id/share-links/:share_link_id': ['Id of the share link.', '01990c9e-6a1f-7c3d-9f1b-3a5c7e9d1b2f'],
  '/api-logs/:id': ['Id of the log entry.', sample.apiLogId],
  '/inbox/:id': ['Id of the test email.', sample.emailId],
  '/inbox/:id/attachments/:index': ['Index of the attachment in `attachments` of the email.', '0'],
  '/inbound/:id': ['Id of the received email.', sample.inboundId],
  '/inbound/:id/attachments/:index': ['`index` of the file in `attachments` of the received email.', '0'],
  '/templates/:id_or_slug': ['Id or slug of the template.', 'receipt'],
  '/templates/:id_or_slug/versions/:version': ['Number of the version.', '3'],
  '/automations/:id_or_slug/versions/:version': ['Number of the version.', '3'],
  '/domains/:id': ['Id of the domain.', sample.domainId],
  '/keys/:id': ['Id of the key.', sample.keyId],
  '/suppressions/:id_or_email': ['Id of the entry, or the suppressed address.', 'bounced@example.com'],
  '/suppressions/imports/:id': ['Id of the import.', sample.importId],
  '/contacts/:id_or_email': ['Id or address of the contact.', sample.to],
  '/contacts/imports/:id': ['Id of the import.', sample.importId],
  '/topics/:slug': ['Slug of the topic.', 'news'],
  '/segments/:id': ['Id of the segment.', sample.segmentId],
  '/broadcasts/:id': ['Id of the broadcast.', sample.broadcastId],
  '/images/:id': ['Id of the image.', sample.imageId],
  '/saved-blocks/:id': ['Id of the saved block.', sample.savedBlockId],
  '/signup-forms/:id': ['Id of the form.', sample.formId],
  '/automations/:id_or_slug': ['Id or slug of the automation.', 'welcome'],
  '/automations/:id_or_slug/runs/:run_id': ['Id of the run.', sample.runId],
  '/webhooks/:id': ['Id of the endpoint.', sample.webhookId],
  '/webhooks/:id/deliveries/:delivery_id': ['Id of the delivery.', sample.deliveryId],
  '/webhooks/:id/replays/:replay_id': ['Id of the replay.', sample.replayId],
  '/profile/passkeys/:id': ['Id of the passkey.', sample.passkeyId],
  '/profile/providers/:id': ['Id of the provider.', 'acme'],
  '/profile/sessions/:id': ['Id of the session.', sample.sessionId],
  '/members/:id': ['Id of the membership.', sample.membershipId],
  '/invitations/:id': ['Id of the invitation.', sample.invitationId],
  '/operator/transports/:name': ['Name of the transport.', 'relay'],
  '/operator/api-keys/:id': ['Id of the key.', sample.keyId],
  '/operator/webhooks/:id': ['Id of the endpoint.', sample.webhookId],
  '/operator/domains/:id': ['Id of the domain.', sample.domainId],
  '/operator/emails/:id': ['Id of the email.', sample.emailId],
  '/operator/organizations/:id': ['Id of the organization.', sample.organizationId],
  '/operator/organizations/:id/suppressions/:suppression_id': ['Id of the entry.', sample.suppressionId],
  '/operator/reviews/:id': ['Id of the email.', sample.emailId],
  '/organizations/:id': ['Id of the client organization.', sample.clientOrganizationId],
};

/** @throws when a parameter is not described above */
export function pathParameters(path: string): z.ZodObject {
  const steps = path.split('/');
  const fields = steps.flatMap((step, index) => {
    if (!step.startsWith(':')) return [];
    const upTo = steps.slice(0, index + 1).join('/');
    const known = parameters[upTo];
    if (known === undefined) throw new Error(`${upTo} has no description in path-parameters.ts`);
    const [description, example] = known;
    return [[step.slice(1), z.string().meta({ description, examples: [example] })] as const];
  });
  return z.object(Object.fromEntries(fields));
}
