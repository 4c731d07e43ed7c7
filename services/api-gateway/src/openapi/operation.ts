import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { Route } from '../http/route';
import { errorBody, errorCatalogue, type ErrorCode } from '@postrider/contracts';

/** `/emails/:id` as OpenAPI writes it. */
export function openApiPath(route: Pick<Route, 'path'>): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

/** The page of a route in the reference. */
export function operation(route: Route): ZodOpenApiOperationObject {
  const body = route.documented?.body ?? route.body;
  return {
    operationId: route.operationId,
    summary: route.summary,
    description: [
      ...(route.description === undefined ? [] : [route.description]),
      `Permission: ${route.permission} or higher. Test keys: ${route.testKeys}.`,
    ].join('\n\n'),
    tags: [route.tag],
    requestParams: {
      ...(route.path.includes(':') && { path: pathParameters(route.path) }),
      // A refined object is still an object with fields; the type only says that it is some schema.
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.documented?.headers && { header: route.documented.headers }),
    },
    ...(body && { requestBody: requestBody(body) }),
    ...(route.upload && { requestBody: uploadBody(route.upload.contentType) }),
    responses: { ...successResponses(route), ...errorResponses(route) },
  };
}

function requestBody(body: z.ZodType): ZodOpenApiRequestBodyObject {
  const required = !(body instanceof z.ZodOptional);
  const schema = body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
  return { required, content: { 'application/json': { schema } } };
}

function uploadBody(contentType: string): ZodOpenApiRequestBodyObject {
  return { required: true, content: { [contentType]: { schema: { type: 'string' } } } };
}

function pathParameters(path: string): z.ZodObject {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
}

const unknownFieldsHeader = {
  description:
    'Fields of the body that are not known here and were ignored, at most 20; behind `=` what was probably meant: ' +
    '`replyTo=reply_to, attachments[0].colour`. On refusals too; `[]` stands for items of a batch. Absent when all are known.',
  schema: { type: 'string' as const },
};

function successResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const { status, repeated = status } = route.success;
  const response = successResponse(route);
  return { [String(status)]: response, [String(repeated)]: response };
}

function successResponse({
  success,
  body,
  textTypes = [],
  binary,
  summary,
}: Route): ZodOpenApiResponseObject {
  const headers = {
    'X-Request-Id': { description: 'Names the request in our logs', schema: { type: 'string' as const } },
    ...(body && { 'Postrider-Unknown-Fields': unknownFieldsHeader }),
  };
  if (binary) {
    const schema = { type: 'string' as const, format: 'binary' };
    return { description: summary, headers, content: { 'application/octet-stream': { schema } } };
  }
  if (success.schema === null && textTypes.length === 0) return { description: summary, headers };
  const json = success.schema === null ? {} : { 'application/json': { schema: success.schema } };
  const texts = textTypes.map((type) => [type, { schema: { type: 'string' } }] as const);
  return {
    description: summary,
    headers,
    content: { ...json, ...Object.fromEntries(texts) },
  };
}

/** What any request to `/api/v1` may meet. */
const everywhere: readonly ErrorCode[] = [
  'unauthorized',
  'rate_limited',
  'internal_error',
  'service_unavailable',
];
const withBody: readonly ErrorCode[] = [
  'invalid_json',
  'request_timeout',
  'payload_too_large',
  'unsupported_media_type',
  'validation_error',
];
const withUpload: readonly ErrorCode[] = withBody.filter((code) => code !== 'invalid_json');

/** The error answers of a route by HTTP status; each description names its codes. */
function errorResponses(route: Route): Record<string, ZodOpenApiResponseObject> {
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of errorCodes(route)) {
    const { http } = errorCatalogue[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  const statuses = [...byStatus].sort(([one], [other]) => one - other);
  return Object.fromEntries(
    statuses.map(([status, codes]) => [String(status), errorResponse(status, codes)]),
  );
}

function errorCodes(route: Route): Set<ErrorCode> {
  return new Set([
    ...everywhere,
    ...(route.permission === 'SEND' ? [] : (['forbidden'] as const)),
    ...(route.testKeys === 'refused' ? (['test_key_not_allowed'] as const) : []),
    ...(route.body ? withBody : []),
    ...(route.upload ? withUpload : []),
    ...(route.query ? (['validation_error'] as const) : []),
    ...route.errors,
  ]);
}

function errorResponse(status: number, codes: readonly ErrorCode[]): ZodOpenApiResponseObject {
  const meanings = codes.map((code) => `- \`${code}\`: ${errorCatalogue[code].meaning}`);
  const waits = status === 429 || status === 503;
  return {
    description: meanings.join('\n'),
    content: { 'application/json': { schema: errorBody } },
    ...(waits && {
      headers: {
        'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' as const, minimum: 0 } },
      },
    }),
  };
}
