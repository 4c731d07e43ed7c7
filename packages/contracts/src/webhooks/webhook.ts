import { z } from 'zod';
import { webhookEventTypes } from '../events/events';
import { createdAt, line, lineOrNull, objectName, time, timeOrNull } from '../fields/fields';
import { list } from '../fields/list';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { webhookFormats } from './webhook-formats';

const url = lineOfText()
  .min(1, 'required')
  .max(2_048)
  .meta({
    description: 'URL for deliveries: https, a public host, no credentials and no fragment.',
    examples: [sample.webhookUrl],
  });
const events = list(z.enum(webhookEventTypes), webhookEventTypes.length);
const chosen = ['email.delivered', 'email.bounced', 'email.complained'];
const description = lineOfText().max(500);
const status = z.enum(['enabled', 'disabled']);
const format = z.enum(webhookFormats);
const formatMeaning =
  'Format and signature of deliveries. `postrider`: as documented here, with `postrider-signature`. `resend`: as Resend sends them, with `svix-signature`.';

export const createWebhookRequest = z
  .object({
    url,
    events: events.default([]).meta({
      description: 'The event types to deliver. Empty: all except `contact.*`, which must be named.',
      examples: [chosen],
    }),
    description: description.optional().meta({
      description: 'Description, up to 500 characters.',
      examples: ['Order system'],
    }),
    format: format.default('postrider').meta({ description: formatMeaning }),
  })
  .meta({
    id: 'CreateWebhookRequest',
    description: 'A webhook endpoint to create.',
    examples: [{ url: sample.webhookUrl, events: chosen, description: 'Order system' }],
  });

/** Each field is optional; null clears. */
export const updateWebhookRequest = z
  .object({
    url: url.optional(),
    events: events
      .nullable()
      .optional()
      .meta({
        description:
          'The event types to deliver. Null or empty: all except `contact.*`, which must be named. Missing: unchanged.',
        examples: [chosen],
      }),
    description: description
      .nullable()
      .optional()
      .meta({
        description: 'Description, up to 500 characters. Null: none.',
        examples: ['Order system'],
      }),
    status: status.optional().meta({
      description:
        '`disabled`: nothing is delivered. `enabled` resumes delivery and clears earlier failures.',
    }),
    format: format.optional().meta({
      description: `${formatMeaning} Resend's verifiers accept only standard base64 secrets. Rotate a secret that contains \`-\` or \`_\` after \`whsec_\`, or whose part after it has 43 characters.`,
    }),
  })
  .meta({
    id: 'UpdateWebhookRequest',
    description: 'Fields to change. Missing fields keep their values; null clears a field.',
    examples: [{ status: 'enabled' }],
  });
export type UpdateWebhookRequest = z.infer<typeof updateWebhookRequest>;

export const webhookResource = z
  .object({
    object: objectName('webhook'),
    id: line('Id of the endpoint.', sample.webhookId),
    url: line('URL for deliveries.', sample.webhookUrl),
    events: z.array(z.enum(webhookEventTypes)).meta({
      description: 'The event types that are delivered. Empty: all except `contact.*`.',
      examples: [chosen],
    }),
    description: lineOrNull('Description. Null: none.', 'Order system'),
    format: format.meta({ description: formatMeaning, examples: ['postrider'] }),
    status: status.meta({ description: '`disabled`: nothing is delivered until you enable the endpoint.' }),
    disabled_reason: z
      .enum(['gone', 'failing', 'operator'])
      .nullable()
      .meta({
        description:
          'Why Postrider disabled the endpoint. `gone`: it answered 410. `failing`: all attempts failed for 5 days. `operator`: an operator of the platform disabled it. Null if Postrider did not disable it.',
        examples: [null],
      }),
    failing_since: timeOrNull('First failure since the last success. Null: not failing.', null),
    created_at: createdAt('it was created'),
  })
  .meta({ id: 'Webhook', description: 'An endpoint that receives events.' });
export type WebhookResource = z.infer<typeof webhookResource>;

/** The create answer: the only time the secret is shown. */
export const createdWebhookResource = webhookResource
  .extend({
    signing_secret: line(
      'Secret that deliveries are signed with. With the format `postrider`, the key is the whole secret including `whsec_`; with `resend`, the base64 after `whsec_`. Store it now: it is returned only once.',
      'whsec_EXAMPLEexampleEXAMPLEexampleEXAMPLE',
    ),
  })
  .meta({ id: 'CreatedWebhook', description: 'A new endpoint with its signing secret.' });
export type CreatedWebhookResource = z.infer<typeof createdWebhookResource>;

/** The answer to a rotation: the only time the new secret is shown. */
export const rotatedWebhookResource = createdWebhookResource
  .extend({
    previous_secret_until: time(
      'Until when deliveries are also signed with the previous secret.',
      sample.laterAt,
    ),
  })
  .meta({ id: 'RotatedWebhook', description: 'An endpoint with its new signing secret.' });
export type RotatedWebhookResource = z.infer<typeof rotatedWebhookResource>;
