import { z } from 'zod';
import { flag, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { listOf, pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText, timestamp } from '../fields/text';
import { createOrganizationRequest } from '../organizations/client-organization';
import { planNames } from '../organizations/plans';
import { modes, organizationKinds, permissions } from '../statuses/statuses';

const { name, slug, alert_email } = createOrganizationRequest.shape;

export const createOperatorOrganizationRequest = z
  .object({
    ...{ name, slug, alert_email },
    kind: z
      .enum(organizationKinds)
      .default('internal')
      .meta({ description: 'Kind of the organization.', examples: ['internal'] }),
    plan: z
      .enum(planNames)
      .default('internal')
      .meta({ description: 'Plan of the organization.', examples: ['internal'] }),
  })
  .meta({
    id: 'CreateOperatorOrganizationRequest',
    description: 'A new organization.',
    examples: [{ name: 'Acme', slug: 'acme' }],
  });

export const renameOrganizationRequest = z
  .object({ name })
  .meta({ id: 'RenameOrganizationRequest', description: 'The new name.', examples: [{ name: 'Acme' }] });

const operatorKey = z
  .object({
    object: objectName('operator_api_key'),
    id: line('Id of the key.', sample.keyId),
    name: line('Name of the key.', 'Shop backend'),
    mode: z.enum(modes).meta({ description: 'Mode of the key.' }),
    permission: z.enum(permissions).meta({ description: 'Permission of the key.' }),
    prefix: line('Start of its token.', 'pr_live_8Zk2'),
    created_at: time('When it was created.'),
    last_used_at: timeOrNull('When it was last used. Null: never.'),
    revoked_at: timeOrNull('When it was revoked. Null: it works.', null),
  })
  .meta({ id: 'OperatorApiKey', description: 'An API key of any organization, without its token.' });
export type OperatorApiKey = z.infer<typeof operatorKey>;

export const operatorKeyList = z
  .object({
    object: objectName('operator_api_keys'),
    keys: z.array(operatorKey).meta({ description: 'The newest 200 keys, newest first.' }),
  })
  .meta({ id: 'OperatorApiKeys', description: 'API keys of an organization.' });

export const createOperatorKeyRequest = z
  .object({
    name: lineOfText()
      .trim()
      .min(1, 'required')
      .max(120)
      .meta({ description: 'Name, 1 to 120 characters.', examples: ['First admin key'] }),
    mode: z.enum(modes).meta({ description: 'Mode of the key.', examples: ['live'] }),
    permission: z.enum(permissions).meta({ description: 'Permission of the key.', examples: ['ADMIN'] }),
  })
  .meta({
    id: 'CreateOperatorKeyRequest',
    description: 'A new API key for all domains of an organization.',
    examples: [{ name: 'First admin key', mode: 'live', permission: 'ADMIN' }],
  });

export const createdOperatorKey = z
  .object({
    object: objectName('created_operator_api_key'),
    id: line('Id of the key.', sample.keyId),
    token: line('Token of the key. It is shown only once.', 'pr_live_8Zk2vQ…'),
  })
  .meta({ id: 'CreatedOperatorApiKey', description: 'A new API key with its token.' });

export const listOperatorWebhooksQuery = pageQuery.extend({
  organization: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
  state: z.enum(['dead']).optional().meta({ description: '`dead`: only disabled and failing endpoints.' }),
});

const operatorWebhook = z
  .object({
    object: objectName('operator_webhook'),
    id: line('Id of the endpoint.', sample.webhookId),
    organization: line('Slug of the organization.', 'acme'),
    url: line('URL of the endpoint.', 'https://acme.example/hooks'),
    status: z.enum(['enabled', 'disabled']).meta({ description: 'Status of the endpoint.' }),
    disabled_reason: lineOrNull('Why it is disabled.', null),
    failing_since: timeOrNull('Since when it has failed. Null: it works.', null),
    created_at: time('When it was created.'),
  })
  .meta({
    id: 'OperatorWebhook',
    description: 'A webhook endpoint of any organization, without its secret.',
  });
export type OperatorWebhook = z.infer<typeof operatorWebhook>;

export const operatorWebhookList = listOf(operatorWebhook);

export const replayOperatorWebhookRequest = z
  .object({
    since: timestamp().meta({
      description: 'Start of the period; it ends now.',
      examples: ['2026-11-26T08:00:00Z'],
    }),
  })
  .meta({
    id: 'ReplayOperatorWebhookRequest',
    description: 'The period whose events are sent again.',
    examples: [{ since: '2026-11-26T08:00:00Z' }],
  });

export const disableOperatorWebhookRequest = z
  .object({
    reason: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .meta({
        description: 'Reason, for the notice and the audit log.',
        examples: ['answers after five seconds'],
      }),
  })
  .meta({
    id: 'DisableOperatorWebhookRequest',
    description: 'Why an endpoint is disabled.',
    examples: [{ reason: 'answers after five seconds' }],
  });

export const operatorWebhookChanged = z
  .object({
    object: objectName('operator_webhook_change'),
    id: line('Id of the endpoint.', sample.webhookId),
    replay_id: lineOrNull('Id of the replay. Null: the endpoint was enabled or disabled.', null),
    is_enabled: flag('Whether the endpoint is enabled.'),
  })
  .meta({ id: 'OperatorWebhookChange', description: 'A change of a webhook endpoint.' });
