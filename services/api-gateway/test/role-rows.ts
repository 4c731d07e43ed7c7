import { includesRole, type Rights, type Role } from '@postrider/contracts/access';
import type { ErrorCode } from '@postrider/contracts/errors';
import { permissionRows } from './permission-rows';

/** Which users of the console may call an endpoint of the public API. */
export interface RoleRow {
  readonly needs: Role;
  /** Only within ten minutes after an authentication. */
  readonly isRecent: boolean;
  /** Only with these rights, which keys need too. */
  readonly rights: readonly (keyof Rights)[];
  /** Below an admin, what belongs to others is not found. */
  readonly isOwnOnly: boolean;
}

/** Management that viewers may read. */
const readByViewers = [
  ...['GET /domains', 'GET /domains/{id}', 'GET /domains/{id}/dmarc', 'GET /organization'],
  ...['GET /alerts', 'GET /alert-rules', 'GET /notices', 'GET /deliverability'],
  ...['GET /topics', 'GET /topics/{slug}', 'GET /segments', 'GET /segments/{id}', 'GET /keys'],
];
/** Keys: members mint and manage their own. */
const ofOwn = ['GET /keys/{id}', 'POST /keys/{id}/rotate', 'POST /keys/{id}/revoke'];
const byMembers = ['POST /keys', 'POST /keys/{id}/rotate', 'POST /keys/{id}/revoke'];
const recent = [
  ...['DELETE /domains/{id}', 'DELETE /webhooks/{id}', 'POST /webhooks/{id}/rotate-secret'],
  ...['POST /contacts/{id_or_email}/erase', 'POST /organizations', 'POST /organizations/{id}/revoke-keys'],
];
const exported = [
  ...['GET /emails/export', 'GET /contacts/export', 'GET /suppressions/export'],
  'GET /broadcasts/{id}/recipients/export',
];
/** They return content alone, or send it again. */
const ofContent = [
  ...['POST /emails/{id}/send-again', 'GET /inbound/{id}/attachments/{index}'],
  ...['GET /inbox', 'DELETE /inbox', 'GET /inbox/{id}', 'GET /inbox/{id}/source'],
  'GET /inbox/{id}/attachments/{index}',
];
/** They send what happens to an address of the caller's choice. */
const forwarding = ['POST /webhooks', 'PATCH /webhooks/{id}'];
/** Of a key, which a user has not. */
const ofKeysAlone = ['GET /keys/me'];

/** Every endpoint of the public API that the console has, by method and path. */
export const roleRows: Readonly<Record<string, RoleRow>> = Object.fromEntries(
  Object.entries(permissionRows)
    .filter(([endpoint]) => !ofKeysAlone.includes(endpoint))
    .map(([endpoint, { needs }]) => [
      endpoint,
      {
        needs: roleFor(endpoint, needs),
        isRecent: recent.includes(endpoint),
        rights: rightsFor(endpoint),
        isOwnOnly: ofOwn.includes(endpoint),
      },
    ]),
);

function rightsFor(endpoint: string): RoleRow['rights'] {
  if (forwarding.includes(endpoint)) return ['content', 'export'];
  if (ofContent.includes(endpoint)) return ['content'];
  return exported.includes(endpoint) ? ['export'] : [];
}

function roleFor(endpoint: string, permission: string): Role {
  if (readByViewers.includes(endpoint) || (ofOwn.includes(endpoint) && endpoint.startsWith('GET '))) {
    return 'viewer';
  }
  if (byMembers.includes(endpoint)) return 'member';
  if (permission !== 'SEND') return 'admin';
  return endpoint.startsWith('GET ') ? 'viewer' : 'member';
}

/** `allowed`, or the code that refuses a user of this role. */
export function expectedForRole({ needs, isOwnOnly }: RoleRow, role: Role): 'allowed' | ErrorCode {
  if (!includesRole(role, needs)) return 'forbidden';
  return isOwnOnly && !includesRole(role, 'admin') ? 'not_found' : 'allowed';
}

/** As the table shows it. */
export function describeRole(endpoint: string): string {
  const row = roleRows[endpoint];
  if (row === undefined) return '–';
  const { needs, isRecent, rights, isOwnOnly } = row;
  const conditions = [
    ...(isOwnOnly ? ['own keys'] : []),
    ...rights.map((right) => (right === 'export' ? 'right to export' : 'right to read content')),
    ...(isRecent ? ['recent sign-in'] : []),
  ];
  return conditions.length === 0 ? needs : `${needs} (${conditions.join(', ')})`;
}
