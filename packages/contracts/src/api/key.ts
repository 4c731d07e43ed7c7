import { z } from 'zod';
import { modes, permissions } from '../statuses';
import { countOrNull, createdAt, line, lineOrNull, objectName, timeOrNull } from './fields';
import { list } from './list';
import { sample } from './sample';
import { lineOfText, timestamp } from './text';

/** A permission as requests give it: in any case. */
export const requestedPermission = z.string().toUpperCase().pipe(z.enum(permissions));

const domainName = lineOfText().min(1, 'required').max(253);

/** Without `domains` or `domain` the key may use every domain of the organization. */
export const createKeyRequest = z
  .object({
    name: lineOfText()
      .trim()
      .min(1, 'required')
      .max(120)
      .meta({ description: 'Name, 1 to 120 characters.', examples: ['Shop backend'] }),
    permission: requestedPermission.meta({
      description:
        'What it may do: `send`, or `full`, which may also delete; in any case. `admin` is refused here.',
      examples: ['send'],
    }),
    mode: z.enum(modes).default('test').meta({
      description: '`test`: what it sends is simulated and nothing is delivered; `live`: it sends.',
    }),
    domains: list(domainName, 100)
      .refine((domains) => domains.length > 0, 'name a domain, or leave it out')
      .meta({ minItems: 1 })
      .optional()
      .meta({
        description: 'Names or ids of the domains that it may use. Default: all. Not together with `domain`.',
        examples: [[sample.domain]],
      }),
    domain: domainName
      .optional()
      .meta({ description: 'The same as `domains` for a single one.', examples: [sample.domain] }),
    expires_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description: 'When it expires. Default: never.',
        examples: ['2027-05-04T00:00:00Z'],
      }),
    rate_limit: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .optional()
      .meta({ description: 'Requests per second, 1 to 10,000. Default: 10.', examples: [50] }),
  })
  .refine(({ domain, domains }) => domain === undefined || domains === undefined, {
    path: ['domain'],
    message: 'give either domain or domains',
  })
  .meta({
    id: 'CreateApiKeyRequest',
    description: 'A key to make.',
    examples: [{ name: 'Shop backend', permission: 'send', mode: 'live', domains: [sample.domain] }],
  });
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;

const mode = z.enum(modes).meta({ description: '`live` sends; `test` simulates.' });
const permission = z
  .enum(permissions)
  .meta({ description: 'What it may do; each includes the ones before it: SEND, FULL, ADMIN.' });
const keyName = line('Name of the key.', 'Shop backend');
const keyId = line('Id of the key: also the user name of the SMTP relay.', sample.keyId);

/** `GET /keys/me`. */
export const keyIdentity = z
  .object({
    object: objectName('api_key'),
    id: keyId,
    name: keyName,
    mode,
    permission,
    domains: z.array(z.string()).meta({
      description:
        'Names of the domains that it may send from: those it is restricted to, or every verified one.',
      examples: [[sample.domain]],
    }),
  })
  .meta({ id: 'KeyIdentity', description: 'The key that made the call.' });
export type KeyIdentity = z.infer<typeof keyIdentity>;

/** A key or secret that was replaced goes on for a day: time to bring the new one everywhere. */
export const rotationGraceMs = 24 * 3_600_000;

const keyStatuses = ['active', 'rotated', 'revoked', 'expired'] as const;
export type KeyStatus = (typeof keyStatuses)[number];

/** A key as management sees it. */
export const keyResource = z
  .object({
    object: objectName('api_key'),
    id: keyId,
    name: keyName,
    permission,
    mode,
    domains: z.array(z.string()).meta({
      description: 'The only domains it may use; empty: every one.',
      examples: [[sample.domain]],
    }),
    prefix: line('The first 12 characters of the token: enough to tell keys apart.', 'pr_live_8Zk2'),
    status: z.enum(keyStatuses).meta({
      description:
        '`active`; `rotated`: replaced, and good for 24 hours from then; `revoked` and `expired`: refused.',
    }),
    rate_limit: countOrNull('Requests per second. Null: the default of 10; 0: no limit.', null),
    replaced_by: lineOrNull('Id of the key that replaced it. Null: none.', null),
    created_at: createdAt('it was made'),
    expires_at: timeOrNull('When it expires. Null: never.', null),
    last_used_at: timeOrNull('When it was last used, to some minutes; null: never.', sample.acceptedAt),
  })
  .meta({ id: 'ApiKey', description: 'A key, without its token.' });
export type KeyResource = z.infer<typeof keyResource>;

/** The answer to a create: the only time the token is shown. */
export const createdKeyResource = keyResource
  .extend({
    token: line(
      'The key itself, for the Authorization header. It is shown in this answer only and cannot be read again: store it now.',
      'pr_live_8Zk2EXAMPLEexampleEXAMPLEexampleEXAMPLE',
    ),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new key with its token.' });
export type CreatedKeyResource = z.infer<typeof createdKeyResource>;
