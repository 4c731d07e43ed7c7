import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiRequestBodyObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { Route } from '../http/route';
import { errorResponses } from './error-responses';

/** `/emails/:id` as OpenAPI writes it. */
export function openApiPath(route: Pick<Route, 'path'>): string {
  return route.path.replace(/:(\w+)/g, '{$1}');
}

/** The page of a route in the reference. */
export function operation(route: Route): ZodOpenApiOperationObject {
  const body = route.documented?.body ?? route.body;
  return {
    operationId: operationId(route),
    summary: route.summary,
    description: `Permission: ${route.permission} or higher. Test keys: ${route.testKeys}.`,
    tags: [route.tag],
    requestParams: {
      ...(route.path.includes(':') && { path: pathParameters(route.path) }),
      // A refined object is still an object with fields; the type only says that it is some schema.
      ...(route.query && { query: route.query as z.ZodObject }),
      ...(route.documented?.headers && { header: route.documented.headers }),
    },
    ...(body && { requestBody: requestBody(body) }),
    responses: { [String(route.success.status)]: successResponse(route), ...errorResponses(route) },
  };
}

/** `POST /emails/:id/cancel` becomes `postEmailsIdCancel`: stable while method and path are. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return method.toLowerCase() + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('');
}

function requestBody(body: z.ZodType): ZodOpenApiRequestBodyObject {
  const required = !(body instanceof z.ZodOptional);
  const schema = body instanceof z.ZodOptional ? (body.unwrap() as z.ZodType) : body;
  return { required, content: { 'application/json': { schema } } };
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

function successResponse({ success, body, textTypes = [], summary }: Route): ZodOpenApiResponseObject {
  const headers = {
    'X-Request-Id': { description: 'Names the request in our logs', schema: { type: 'string' as const } },
    ...(body && { 'Postrider-Unknown-Fields': unknownFieldsHeader }),
  };
  if (success.schema === null) return { description: summary, headers };
  const texts = textTypes.map((type) => [type, { schema: { type: 'string' } }] as const);
  return {
    description: summary,
    headers,
    content: { 'application/json': { schema: success.schema }, ...Object.fromEntries(texts) },
  };
}
