import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { Route } from '../http/route';
import { acceptsVersion, errorResponses } from './error-responses';
import { pathParameters } from './path-parameters';
import { sdkMethods } from './sdk-methods';

/** `/emails/:id` as OpenAPI writes it. */
export function openApiPath(route: Pick<Route, 'path'>): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

const versionHeaders = z.object({
  'If-Match': z
    .string()
    .optional()
    .meta({
      description:
        '`ETag` of the version that you have changed. If the object was changed since, the request fails with `version_conflict`. Without it, the fields that you send replace those of any version.',
      examples: ['"5rGhBXJmTdYpVRh2kQwZcA"'],
    }),
});

/** The page of a route in the reference. */
export function operation(route: Route): ZodOpenApiOperationObject {
  const body = route.documented?.body ?? route.body;
  return {
    operationId: route.operationId,
    'x-sdk-method': sdkMethods[route.operationId],
    summary: route.summary,
    description: `${route.description}\n\nPermission: ${route.access.key} or higher. Test keys: ${route.testKeys}.`,
    tags: [route.tag],
    requestParams: {
      ...(route.path.includes(':') && { path: pathParameters(route.path) }),
      // A refined object is still an object with fields; the type only says that it is some schema.
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.documented?.headers && { header: route.documented.headers }),
      ...(acceptsVersion(route) && { header: versionHeaders }),
    },
    ...(body && { requestBody: requestBody(body, route) }),
    ...(route.upload && { requestBody: uploadBody(route) }),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

export function requestBody(
  body: z.ZodType,
  route: Pick<Route, 'summary' | 'documented'>,
): ZodOpenApiRequestBodyObject {
  const optional = body.type === 'optional';
  const schema = optional ? (body as z.ZodOptional<z.ZodType>).unwrap() : body;
  const [value] = schema.meta()?.['examples'] ?? [];
  const examples = route.documented?.examples ?? { example: { summary: route.summary, value } };
  return {
    description: schema.description ?? route.summary,
    required: !optional,
    content: { 'application/json': { schema, examples: { ...examples } } },
  };
}

function uploadBody({ upload, documented, summary }: Route): ZodOpenApiRequestBodyObject {
  if (upload === undefined) throw new Error('a route without a file has no place for one');
  return {
    description:
      'A CSV file in UTF-8 with a header row. Files above the limit of the operator fail with `payload_too_large`.',
    required: true,
    content: {
      [upload.contentType]: {
        schema: { type: 'string', description: 'The file.', examples: ['email\nada@example.com\n'] },
        examples: {
          ...(documented?.examples ?? { example: { summary, value: 'email\nada@example.com\n' } }),
        },
      },
    },
  };
}

function successResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const { status, repeated = status } = route.success;
  const response = successResponse(route);
  return { [String(status)]: response, [String(repeated)]: response };
}

/** Headers of successful answers, defined once in the document. */
export const answerHeaders = {
  'X-Request-Id': {
    description: 'Request id. Quote it to support.',
    schema: { type: 'string' as const, examples: ['019e1b7d-7b60-7f4f-b524-7c3f9d266c33'] },
  },
  'RateLimit-Limit': {
    description: 'Requests per second that the key may make.',
    schema: { type: 'integer' as const, examples: [10] },
  },
  'RateLimit-Remaining': {
    description: 'Requests left in the current window.',
    schema: { type: 'integer' as const, examples: [9] },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the full limit is available again.',
    schema: { type: 'integer' as const, examples: [1] },
  },
  'Idempotent-Replayed': {
    description:
      '`true` if the response is that of an earlier request with the same idempotency key. Absent otherwise.',
    schema: { type: 'string' as const, examples: ['true'] },
  },
  'Idempotent-Mismatch': {
    description:
      '`true` if that earlier request had another body: this one was not carried out. Absent otherwise.',
    schema: { type: 'string' as const, examples: ['true'] },
  },
  ETag: {
    description:
      'Version of the fields that can be updated. Send it as `If-Match` in an update, so that you do not overwrite a change that you have not seen.',
    schema: { type: 'string' as const, examples: ['"5rGhBXJmTdYpVRh2kQwZcA"'] },
  },
  'Postrider-Unknown-Fields': {
    description:
      'Unknown fields of the body, which were ignored (up to 20): `colour, attachments[0].size`. `=` is followed by what may have been meant, `[]` means items of a batch. Also on errors. Absent if all fields are known. Slips of known fields, such as `replyTo`, are refused instead.',
    schema: { type: 'string' as const, examples: ['colour'] },
  },
};

function referenceTo(name: keyof typeof answerHeaders) {
  return { [name]: { $ref: `#/components/headers/${name}` } };
}

const textDescriptions: Readonly<Record<string, string>> = {
  'text/csv': 'A table with a header row.',
  'message/rfc822': 'A message with its headers.',
};

function successResponse({
  success,
  body,
  documented,
  textTypes = [],
  binary,
  summary,
  versioned,
}: Route): ZodOpenApiResponseObject {
  const headers = {
    ...referenceTo('X-Request-Id'),
    ...referenceTo('RateLimit-Limit'),
    ...referenceTo('RateLimit-Remaining'),
    ...referenceTo('RateLimit-Reset'),
    ...(documented?.headers !== undefined &&
      'Idempotency-Key' in documented.headers.shape && {
        ...referenceTo('Idempotent-Replayed'),
        ...referenceTo('Idempotent-Mismatch'),
      }),
    ...(versioned && referenceTo('ETag')),
    ...(body && referenceTo('Postrider-Unknown-Fields')),
  };
  if (binary) {
    const schema = { type: 'string' as const, format: 'binary', description: 'The file.' };
    return { description: summary, headers, content: { 'application/octet-stream': { schema } } };
  }
  if (success.schema === null && textTypes.length === 0) return { description: summary, headers };
  const json = success.schema === null ? {} : { 'application/json': { schema: success.schema } };
  const texts = textTypes.map(
    (type) => [type, { schema: { type: 'string', description: textDescriptions[type] } }] as const,
  );
  return {
    description: summary,
    headers,
    content: { ...json, ...Object.fromEntries(texts) },
  };
}
