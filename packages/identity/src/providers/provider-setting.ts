import { roles } from '@postrider/contracts/access';
import { z } from 'zod';

const providersMax = 20;
const domain = /^(?=.{1,253}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;
const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

const role = z.enum(roles, { error: `must be one of ${roles.join(', ')}` });

const provider = z
  .strictObject({
    /** Part of the redirect URI: `/console/sign-in/<id>/callback`. */
    id: z.string().regex(/^[a-z0-9-]{1,32}$/, 'must be 1 to 32 characters of a-z, 0-9 and -'),
    /** On the button. */
    name: z.string().min(1).max(60),
    issuer: z.string().refine(isIssuer, 'must be an https URL, or http on this machine'),
    client_id: z.string().min(1),
    /** Which users without an account may sign in. */
    create: z
      .enum(['never', 'invited', 'always'], { error: 'must be never, invited or always' })
      .default('invited'),
    /** Only verified addresses of these domains link or create a user. */
    email_domains: z.array(z.string().toLowerCase().regex(domain, 'must be a domain')).min(1).optional(),
    /** Besides openid, email and profile. */
    scopes: z.array(z.string().regex(/^[!#-[\]-~]+$/, 'must be a scope')).default([]),
    /** Slug of the organization that its users belong to. */
    organization: z.string().min(1).optional(),
    /** Role of new members of the organization. */
    role: role.optional(),
    /** A claim with one or several texts, for example `groups`. */
    role_claim: z.string().min(1).optional(),
    /** Role by value of the claim. The highest wins. */
    roles: z.record(z.string(), role).optional(),
    /** The provider's hosts may have private addresses. */
    private_network: z.boolean().default(false),
  })
  .superRefine((given, context) => {
    const add = (path: string, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message });
    const hasRole = given.role !== undefined || given.roles !== undefined;
    if ((given.roles === undefined) !== (given.role_claim === undefined)) {
      add('roles', 'roles and role_claim are set together');
    }
    if (hasRole && given.organization === undefined) add('organization', 'required with role or roles');
    if (given.create !== 'always') return;
    // Anyone can have an account at a public provider.
    if (given.email_domains === undefined) add('email_domains', 'required with create: always');
    if (!hasRole) add('role', 'role or roles is required with create: always');
  });

export type ProviderSetting = z.output<typeof provider>;

/** A provider as sign-in uses it. */
export interface SignInProvider extends ProviderSetting {
  readonly clientSecret: string;
}

const providers = z
  .array(provider)
  .max(providersMax)
  .refine((all) => new Set(all.map(({ id }) => id)).size === all.length, 'each id can be used once');

/** A JSON list of OpenID Connect providers; empty: none. */
export const signInProvidersSetting = z
  .string()
  .meta({ pattern: '^\\s*(?:\\[[\\s\\S]*\\])?\\s*$' })
  .default('')
  .transform(
    (text, context): readonly ProviderSetting[] => readJson(text, { schema: providers, context }) ?? [],
  );

/** A JSON object with the client secret of each provider by its id. */
export const signInProviderSecretsSetting = z
  .string()
  .default('')
  .transform(
    (text, context): Readonly<Record<string, string>> =>
      readJson(text, { schema: z.record(z.string(), z.string().min(1)), context }) ?? {},
  );

/** Both settings together. Each provider has a secret, and each secret a provider (`unpairedProviders`). */
export function signInProviders(
  settings: readonly ProviderSetting[],
  secrets: Readonly<Record<string, string>>,
): SignInProvider[] {
  return settings.map((each) => ({ ...each, clientSecret: secrets[each.id] ?? '' }));
}

/** Ids that only one of the two settings has. */
export function unpairedProviders(
  settings: readonly ProviderSetting[],
  secrets: Readonly<Record<string, string>>,
): string[] {
  const ids = settings.map(({ id }) => id);
  return [
    ...ids.filter((id) => secrets[id] === undefined),
    ...Object.keys(secrets).filter((id) => !ids.includes(id)),
  ];
}

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname));
}

/** Problems name the field, never a value: it may be a secret. */
function readJson<Schema extends z.ZodType>(
  text: string,
  { schema, context }: { readonly schema: Schema; readonly context: z.RefinementCtx },
): z.output<Schema> | undefined {
  if (text === '') return undefined;
  const given = jsonOf(text);
  const read = schema.safeParse(given);
  if (given !== undefined && read.success) return read.data;
  const [issue] = read.error?.issues ?? [];
  const path = issue?.path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('');
  const message =
    given === undefined || issue === undefined
      ? 'must be JSON'
      : `${path?.replace(/^\./, '')} ${issue.message}`;
  context.addIssue({ code: 'custom', message: message.trim() });
  return z.NEVER;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
