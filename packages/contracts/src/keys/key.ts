import { z } from 'zod';
import {
  countOrNull,
  createdAt,
  flag,
  line,
  lineOrNull,
  objectName,
  queryFlag,
  timeOrNull,
} from '../fields/fields';
import { list } from '../fields/list';
import { pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText, timestamp } from '../fields/text';
import { modes, permissions } from '../statuses/statuses';

/** A permission as requests give it: in any case. */
export const requestedPermission = z.string().toUpperCase().pipe(z.enum(permissions));

const domainName = lineOfText().min(1, 'required').max(253);

const contentRight = 'Whether the key may read bodies and attachments.';
const exportRight = 'Whether the key may export lists.';

const addressRange = lineOfText().trim().min(1, 'required').max(64);
const recipientOrDomain = lineOfText().trim().min(1, 'required').max(320);
const entriesMax = 50;

const oneOrMore = (entries: readonly string[]): boolean => entries.length > 0;
const noEntry = 'must have at least one entry; omit it for no restriction';

/** A limit that is null or left out does not exist; of a rotation, one that is left out stays as it is. */
const requestedLimits = {
  allowed_ips: list(addressRange, entriesMax)
    .refine(oneOrMore, noEntry)
    .nullable()
    .optional()
    .meta({
      description:
        'IPv4 and IPv6 addresses and CIDR ranges (at most 50) that the key may be used from, for the API and SMTP. Requests from other addresses fail with `forbidden_ip`.',
      examples: [['203.0.113.7', '2001:db8::/32']],
    }),
  allowed_recipients: list(recipientOrDomain, entriesMax)
    .refine(oneOrMore, noEntry)
    .nullable()
    .optional()
    .meta({
      description:
        'Addresses and domains (at most 50) that the key may send to. A domain does not include its subdomains. Emails to others fail with `forbidden_recipient`.',
      examples: [['example.com', 'ada@example.org']],
    }),
  templates_only: z
    .boolean()
    .nullable()
    .optional()
    .meta({
      description: 'True: emails without a template fail with `template_required`. Default: false.',
      examples: [true],
    }),
  daily_limit: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .nullable()
    .optional()
    .meta({
      description:
        'Recipients that a live key may send to on a day (UTC). Then emails fail with `key_quota_exceeded` until the next day. Canceled emails count. Not allowed for test keys.',
      examples: [500],
    }),
};

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
        'Permission: `send`, or `full`, which also allows deleting. Case-insensitive. `admin` is allowed in the console only.',
      examples: ['send'],
    }),
    mode: z.enum(modes).default('test').meta({
      description: '`test`: emails are simulated and not delivered. `live`: emails are sent.',
    }),
    domains: list(domainName, 100)
      .refine((domains) => domains.length > 0, 'must name at least one domain; omit it to allow all domains')
      .meta({ minItems: 1 })
      .optional()
      .meta({
        description:
          'Names or ids of the domains that the key may use. Default: all. Cannot be combined with `domain`.',
        examples: [[sample.domain]],
      }),
    domain: domainName
      .optional()
      .meta({ description: 'A single domain, instead of `domains`.', examples: [sample.domain] }),
    expires_at: timestamp()
      .nullable()
      .optional()
      .meta({
        description: 'When it expires. Default: never, or when the key that creates it expires.',
        examples: ['2027-05-04T00:00:00Z'],
      }),
    rate_limit: z
      .int()
      .min(1)
      .max(10_000)
      .nullable()
      .optional()
      .meta({ description: 'Requests per second, 1 to 10,000. Default: 10.', examples: [50] }),
    ...requestedLimits,
    rights: z
      .object({
        content: z.boolean().optional().meta({ description: contentRight }),
        export: z.boolean().optional().meta({ description: exportRight }),
      })
      .optional()
      .meta({
        id: 'RequestedApiKeyRights',
        description:
          'What the key may read besides its permission. Default: the rights of the key or user that creates it, which are also the most that it can get.',
        examples: [{ content: false }],
      }),
  })
  .refine(({ domain, domains }) => domain === undefined || domains === undefined, {
    path: ['domain'],
    message: 'cannot be combined with domains',
  })
  .meta({
    id: 'CreateApiKeyRequest',
    description: 'An API key to create.',
    examples: [{ name: 'Shop backend', permission: 'send', mode: 'live', domains: [sample.domain] }],
  });
export type CreateKeyRequest = z.infer<typeof createKeyRequest>;

export const rotateKeyRequest = z
  .object(requestedLimits)
  .meta({
    id: 'RotateApiKeyRequest',
    description: 'Limits of the replacement. What is omitted stays as it is; null removes a limit.',
    examples: [{ allowed_ips: ['203.0.113.7'] }],
  })
  .optional();
export type RotateKeyRequest = z.infer<typeof rotateKeyRequest>;

const mode = z.enum(modes).meta({ description: '`live`: emails are sent. `test`: emails are simulated.' });
const permission = z
  .enum(permissions)
  .meta({ description: 'Permission of the key. `FULL` includes `SEND`; `ADMIN` includes both.' });
const keyName = line('Name of the key.', 'Shop backend');
const keyId = line('Id of the key. Also the user name for SMTP.', sample.keyId);
const allowedRecipients = z.array(z.string()).meta({
  description: 'Addresses and domains that the key may send to. Empty: any.',
  examples: [['example.com']],
});
const templatesOnly = flag('Whether the key may send templates only.');

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
        'Names of the domains that the key may send from: its restriction, or all verified domains.',
      examples: [[sample.domain]],
    }),
    allowed_recipients: allowedRecipients,
    templates_only: templatesOnly,
  })
  .meta({ id: 'KeyIdentity', description: 'The API key of the request.' });
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
      description: 'Domains that the key is restricted to. Empty if it may use all.',
      examples: [[sample.domain]],
    }),
    prefix: line('First 12 characters of the token, to recognize the key by.', 'pr_live_8Zk2'),
    status: z.enum(keyStatuses).meta({
      description:
        '`rotated`: replaced, and valid for 24 hours after the rotation. `revoked` and `expired` keys are refused.',
    }),
    rights: z
      .object({ content: flag(contentRight), export: flag(exportRight) })
      .meta({ id: 'ApiKeyRights', description: 'What a key may read besides its permission.' }),
    rate_limit: countOrNull('Requests per second. Null: the default of 10; 0: no limit.', null),
    allowed_ips: z.array(z.string()).meta({
      description: 'CIDR ranges that the key may be used from. Empty: any address.',
      examples: [['203.0.113.7/32']],
    }),
    allowed_recipients: allowedRecipients,
    templates_only: templatesOnly,
    daily_limit: countOrNull('Recipients that the key may send to on a day (UTC). Null: no limit.', null),
    created_by: z
      .object({
        type: z.enum(['key', 'user', 'operator']).meta({
          description:
            '`key`: an API key. `user`: a user of the console. `operator`: the operator of the platform.',
        }),
        id: lineOrNull('Id of the key or user. Null for an operator.', sample.userId),
        name: lineOrNull('Name at that time.', 'Ada Byron'),
      })
      .meta({ id: 'ApiKeyCreator', description: 'Who created a key.' })
      .nullable()
      .meta({ description: 'Who created the key. Null for a key that a parent organization created.' }),
    replaced_by: lineOrNull('Id of the key that replaced it. Null: none.', null),
    created_at: createdAt('it was created'),
    expires_at: timeOrNull('When it expires. Null: never.', null),
    last_used_at: timeOrNull(
      'When the key was last used, accurate to a few minutes. Null if it was never used.',
      sample.acceptedAt,
    ),
  })
  .meta({ id: 'ApiKey', description: 'An API key without its token.' });
export type KeyResource = z.infer<typeof keyResource>;

export const listKeysQuery = pageQuery.extend({
  mode: z.enum(modes).optional().meta({ description: 'Only keys of this mode.' }),
  usable: queryFlag(
    'True: only keys that still work. False: only keys that were revoked, have expired, or were rotated more than 24 hours ago.',
  ),
});

/** The answer to a create: the only time the token is shown. */
export const createdKeyResource = keyResource
  .extend({
    token: line(
      'Token for the Authorization header. Store it now: it is returned only once.',
      'pr_live_8Zk2EXAMPLEexampleEXAMPLEexampleEXAMPLE',
    ),
  })
  .meta({ id: 'CreatedApiKey', description: 'A new API key with its token.' });
export type CreatedKeyResource = z.infer<typeof createdKeyResource>;
