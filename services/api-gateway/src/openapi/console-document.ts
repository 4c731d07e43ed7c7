import { organizationHeaders } from '@postrider/contracts/console';
import type { ErrorCode } from '@postrider/contracts/errors';
import { z } from 'zod';
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathItemObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi';
import type { ConsoleRoute } from '../console/console-route';
import { isOfMembers } from '../http/route';
import { addAnswerExamples } from './answer-examples';
import { buildDocument, type OpenApiDocument } from './document';
import { bodyErrors, errorExamples, responsesOf } from './error-responses';
import { openApiPath, requestBody } from './operation';
import { pathParameters } from './path-parameters';

const description = `The console's own endpoints: signing in, the profile of a user, members and invitations. Only the console uses them.

All endpoints of the public API are served below \`/console/api/v1\` too, for members of an organization.

- **Session**: the cookie that signing in sets. Programs use an API key with \`/api/v1\` instead.
- **Organization**: \`Postrider-Organization\` names it. \`Postrider-Mode\` is \`live\` (default) or \`test\`, as the mode of a key.
- **Changes** are accepted from the console's own pages only.
- **Sensitive changes** require that the user signed in or authenticated again within the last ten minutes.`;

const tags = [
  ['Session', 'Sign in, sign out, and authenticate again.'],
  ['Profile', 'Name, password, authenticator app, passkeys and sessions of the user.'],
  ['Members', 'Members of an organization and their roles.'],
  ['Invitations', 'Invitations to an organization.'],
  ['Organization', 'How public pages and emails of an organization look.'],
  ['Client organizations', 'Read-only access to client organizations.'],
  ['Domains', 'Keys, transport and limits of sending domains.'],
  ['Emails', 'How long email takes.'],
  ['Events', 'Changes as they happen.'],
  ['Deliverability', 'The connection to Google Postmaster Tools.'],
  [
    'Operator',
    'The platform as its operators see it: health, mail of all organizations, dead letters, reviews, plans.',
  ],
] as const;

/** The console's own API as OpenAPI 3.1. */
export function createConsoleDocument(routes: readonly ConsoleRoute[]): OpenApiDocument {
  const paths: Record<string, ZodOpenApiPathItemObject> = {};
  for (const endpoint of routes) {
    const path = openApiPath(endpoint);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  const document = buildDocument({
    openapi: '3.1.0',
    info: { title: 'Postrider console', version: '1', description },
    servers: [{ url: '/console/api/v1', description: 'The host of the console' }],
    security: [{ session: [] }],
    tags: tags.map(([name, about]) => ({ name, description: about })),
    paths,
    components: {
      examples: errorExamples,
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-postrider_session',
          description: 'Cookie of a session. Sign in with `POST /session`.',
        },
      },
    },
  });
  return addAnswerExamples(document, routes);
}

function operationOf(endpoint: ConsoleRoute): ZodOpenApiOperationObject {
  const { operationId, summary, path, query, body, access, tag } = endpoint;
  const isOfOrganization = isOfMembers(access);
  return {
    operationId,
    summary,
    description: `${endpoint.description}\n\n${accessText(endpoint)}`,
    tags: [tag],
    ...(access === 'anyone' && { security: [] }),
    requestParams: {
      ...(path.includes(':') && { path: pathParameters(path) }),
      ...(query && { query: query as z.ZodObject }),
      ...(isOfOrganization && { header: organizationHeaders }),
    },
    ...(body && { requestBody: requestBody(body, { summary }) }),
    responses: { ...successResponse(endpoint), ...responsesOf(errorCodes(endpoint)) },
  };
}

function accessText({ access, isSensitive }: ConsoleRoute): string {
  const recently = isSensitive ? ' Recently authenticated.' : '';
  if (access === 'anyone') return 'Access: anyone.';
  if (access === 'user') return `Access: signed-in users.${recently}`;
  if (access === 'operator') return `Access: operators of the platform.${recently}`;
  return `Access: members with the role ${access} or higher.${recently}`;
}

function successResponse({
  success,
  summary,
  textTypes = [],
}: ConsoleRoute): Record<string, ZodOpenApiResponseObject> {
  const texts = textTypes.map((type) => [type, { schema: z.string() }] as const);
  const json = success.schema === null ? [] : [['application/json', { schema: success.schema }] as const];
  const content = {
    ...(texts.length + json.length > 0 && { content: Object.fromEntries([...json, ...texts]) }),
  };
  return { [String(success.status)]: { description: summary, ...content } };
}

function errorCodes({ access, isSensitive, method, body, query, errors }: ConsoleRoute): Set<ErrorCode> {
  const isOfOrganization = isOfMembers(access);
  return new Set<ErrorCode>([
    ...(access === 'anyone' ? [] : (['unauthorized'] as const)),
    ...(isOfOrganization ? (['forbidden', 'not_found'] as const) : []),
    ...(access === 'operator' ? (['forbidden'] as const) : []),
    ...(isSensitive ? (['reauthentication_required'] as const) : []),
    ...(method === 'GET' ? [] : (['cross_site_request'] as const)),
    ...(body ? bodyErrors : []),
    ...(query || isOfOrganization ? (['validation_error'] as const) : []),
    ...errors,
    'rate_limited',
    'internal_error',
    'service_unavailable',
  ]);
}
