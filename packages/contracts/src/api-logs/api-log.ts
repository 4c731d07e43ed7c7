import { z } from 'zod';
import { count, countOrNull, flag, line, lineOrNull, objectName, time } from '../fields/fields';
import { pageQuery, sinceUntil } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { isRange, rangeFault } from '../fields/time-range';

/** Probable mistakes in a request that succeeded. */
export const apiLogWarnings = ['idempotency_mismatch', 'unknown_fields', 'kind_not_bulk'] as const;
export type ApiLogWarning = (typeof apiLogWarnings)[number];

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const warningCode = z
  .enum(apiLogWarnings)
  .meta({ id: 'ApiLogWarning', description: 'A probable mistake in a request.' });
const id = z.guid('must be an id');

export const listApiLogsQuery = pageQuery
  .extend({
    method: z.enum(methods).optional().meta({ description: 'Only requests with this HTTP method.' }),
    path: lineOfText()
      .min(1)
      .max(500)
      .optional()
      .meta({
        description: 'Only requests whose path starts with this, such as `/api/v1/emails`.',
        examples: ['/api/v1/emails'],
      }),
    status: lineOfText()
      .regex(/^[1-5](?:\d\d|xx)$/, 'must be a status such as 422, or a class such as 4xx')
      .optional()
      .meta({ description: 'Only requests with this HTTP status, or class of statuses.', examples: ['4xx'] }),
    error_code: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only requests that failed with this code.', examples: ['validation_error'] }),
    key: id
      .optional()
      .meta({ description: 'Only requests with this API key: its id.', examples: [sample.keyId] }),
    request_id: lineOfText()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Only requests with this `X-Request-Id`.', examples: [sample.requestId] }),
    email_id: id.optional().meta({
      description:
        'Only the request that sent this email. Later requests that repeat its idempotency key are not found.',
      examples: [sample.emailId],
    }),
    warning: z
      .enum(apiLogWarnings)
      .optional()
      .meta({
        description: 'Only requests with this warning.',
        examples: ['idempotency_mismatch'],
      }),
    ...sinceUntil('received'),
  })
  .refine(isRange, rangeFault);

/** Items of `GET /api-logs`. */
export const apiLogSummary = z
  .object({
    object: objectName('api_log'),
    id: line('Id of the log entry.', sample.apiLogId),
    request_id: line('`X-Request-Id` of the response.', sample.requestId),
    method: line('HTTP method.', 'POST'),
    path: line('Path without the query string.', '/api/v1/emails'),
    status: count('HTTP status of the response.', 422),
    error_code: lineOrNull('Error code of the response. Null if the request succeeded.', 'validation_error'),
    key: z
      .object({
        id: line('Id of the key.', sample.keyId),
        name: lineOrNull('Current name of the key. Null if it no longer exists.', 'Shop backend'),
      })
      .meta({ id: 'ApiLogKey', description: 'The API key of the request.' }),
    duration_ms: z.number().meta({ description: 'Time to the response in milliseconds.', examples: [12.4] }),
    request_bytes: count('Size of the request body in bytes.', 312),
    response_bytes: count('Size of the response body in bytes.', 96),
    metadata_bytes: countOrNull(
      'Size of the `metadata` that was sent, as JSON. Null if there was none.',
      null,
    ),
    unknown_fields: lineOrNull(
      'Fields of the body that the endpoint does not know, as in the header `Postrider-Unknown-Fields`. Null if there were none.',
      'colour',
    ),
    idempotent_replay: flag('Whether an earlier request with the same idempotency key had sent the email.'),
    warnings: z.array(z.union([warningCode, z.string()])).meta({
      description:
        'Probable mistakes in the request. `idempotency_mismatch`: it reused the idempotency key of a request with another body, so it had no effect. `unknown_fields`: see `unknown_fields`. `kind_not_bulk`: the `kind` of an email is a bulk prefix without its dot, such as `digest`, so the email was not treated as bulk mail. Later versions may add codes.',
      examples: [['unknown_fields']],
    }),
    created_at: time('When the request was received.', sample.acceptedAt),
  })
  .meta({ id: 'ApiLogSummary', description: 'An API request in a list.' });
export type ApiLogSummary = z.infer<typeof apiLogSummary>;

const json = (description: string, example: unknown) =>
  z.unknown().meta({ description, examples: [example] });

/** `GET /api-logs/{id}`. */
export const apiLogResource = apiLogSummary
  .extend({
    email_ids: z.array(z.string()).meta({
      description: 'Emails that the request sent, read or changed.',
      examples: [[]],
    }),
    audit_entry_ids: z.array(z.string()).meta({
      description: 'Audit log entries of the request, oldest first.',
      examples: [[]],
    }),
    webhook_delivery: z
      .object({
        webhook_id: line('Id of the endpoint.', sample.webhookId),
        id: line('Id of the delivery.', sample.deliveryId),
      })
      .meta({ id: 'ApiLogWebhookDelivery', description: 'A webhook delivery.' })
      .nullable()
      .meta({ description: 'The webhook delivery that the request was about. Null if there is none.' }),
    content: z
      .object({
        query: lineOrNull('Query string. Null if there was none.', null),
        headers: z.record(z.string(), z.string()).meta({
          description: 'Request headers in lower case. Values that may be secret are `[redacted]`.',
          examples: [{ 'content-type': 'application/json', authorization: '[redacted]' }],
        }),
        request: json('Request body. Null if there was none, or if it was not JSON.', { to: sample.to }),
        response: json('Response body. Null if there was none, or if it was not JSON.', {
          error: { code: 'validation_error', message: 'from: required; subject: required' },
        }),
      })
      .meta({ id: 'ApiLogContent', description: 'Headers and bodies of an API request.' })
      .nullable()
      .meta({
        description:
          'Headers and bodies, without secrets and attachments; long texts are cut. Null if none are stored: emails that were sent and reads that succeeded keep only their sizes, as does an organization with a `body_retention_days` of 0.',
      }),
  })
  .meta({ id: 'ApiLog', description: 'An API request with its content and what it is related to.' });
export type ApiLogResource = z.infer<typeof apiLogResource>;
