import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { isPublicSuffix, toAsciiDomain } from '@postrider/mail';
import { z } from 'zod';
import { CommandRefused } from '../../command-refused';

const hostName = z.string().transform((text, context) => {
  const name = toAsciiDomain(text.trim());
  if (name !== null && name.includes('.') && isIP(name) === 0) return name;
  context.addIssue({ code: 'custom', message: 'must be a host name such as mail.example.com' });
  return z.NEVER;
});
const emailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/, 'must be an email address');
const file = z.string().regex(/^\/\S+$/, 'must be the path of a file, from /');
const address = z.string().refine((text) => isIP(text) !== 0, 'must be an IP address');

export const domainName = hostName.refine((name) => !isPublicSuffix(name), 'is a public suffix');

export const smartHost = z.strictObject({
  host: hostName,
  /** 465: TLS from the first octet; others: STARTTLS. */
  port: z.int().min(1).max(65_535).default(587),
  user: z.string().min(1).max(255),
  password: z.string().min(1).max(255),
  /** What its documentation says to include in SPF records, without `include:`. */
  spf_include: hostName,
});

export const certificateFiles = z.strictObject({ key: file, certificate: file });

const dns = z.union(
  [
    z.literal('manual'),
    z.strictObject({ cloudflare_token: z.string().min(20).max(200) }),
    /** RFC 2136: `nsupdate` with the key of the file, as `tsig-keygen` writes it. */
    z.strictObject({ server: z.string().min(1).max(255), key_file: file }),
  ],
  { error: 'must be "manual", or have cloudflare_token, or server and key_file' },
);

/** The six answers, and those that have defaults. */
const given = z.strictObject({
  domain: domainName,
  organization: z.string().trim().min(1).max(120),
  owner: emailAddress,
  delivery: z
    .union([z.literal('direct'), smartHost], { error: 'must be "direct", or have host, user and password' })
    .default('direct'),
  certificates: z
    .union([z.literal('acme'), certificateFiles], { error: 'must be "acme", or have key and certificate' })
    .default('acme'),
  /** Folder; null: no backups. */
  backups: file.nullable().default('/var/backups/postrider'),

  platform_host: hostName.optional(),
  smtp_name: hostName.optional(),
  ehlo_name: hostName.optional(),
  /** Of the organization. */
  slug: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$/, 'must be lowercase letters, digits and inner hyphens')
    .optional(),
  /** Of this machine, as the world sees them. Default: the public addresses of its interfaces. */
  addresses: z.array(address).min(1).max(8).optional(),
  /** The first domain to send from. */
  sending_domain: domainName.optional(),
  dns: dns.default('manual'),
  /** Where the first email goes; null: none is sent. */
  first_mail: emailAddress.nullable().optional(),
});

export type GivenAnswers = z.input<typeof given>;
export type SmartHost = z.output<typeof smartHost>;

export type Answers = z.output<typeof given> & {
  readonly platform_host: string;
  readonly smtp_name: string;
  readonly ehlo_name: string;
  readonly slug: string;
  readonly sending_domain: string;
  readonly first_mail: string | null;
};

/** @throws CommandRefused naming each field that is wrong */
export function parseAnswers(value: unknown): Answers {
  const parsed = given.safeParse(value);
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => `${[...issue.path, key].join('.')}: is unknown`)
        : [`${issue.path.join('.') || 'answers'}: ${messageOf(issue)}`],
    );
    throw new CommandRefused(problems.join('\n'));
  }
  return withDefaults(parsed.data);
}

function messageOf({ code, message, input }: z.core.$ZodIssue): string {
  return code === 'invalid_type' && input === undefined ? 'is required' : message;
}

function withDefaults(answers: z.output<typeof given>): Answers {
  const { domain, organization, owner } = answers;
  const complete = {
    ...answers,
    platform_host: answers.platform_host ?? `mail.${domain}`,
    smtp_name: answers.smtp_name ?? `smtp.${domain}`,
    ehlo_name: answers.ehlo_name ?? `out.${domain}`,
    slug: answers.slug ?? slugOf(organization, domain),
    sending_domain: answers.sending_domain ?? domain,
    first_mail: answers.first_mail === undefined ? owner : answers.first_mail,
  };
  const { platform_host: host, sending_domain: sending } = complete;
  if (sending === host || sending.endsWith(`.${host}`)) {
    throw new CommandRefused(
      `sending_domain: ${sending} belongs to the platform host ${host}; choose another domain`,
    );
  }
  return complete;
}

/** `Müller & Söhne` becomes `muller-sohne`; a name without Latin letters has the domain's first label. */
function slugOf(organization: string, domain: string): string {
  const slug = organization
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-|-$/g, '');
  const [label = ''] = domain.split('.');
  return slug.length > 1 ? slug : label.slice(0, 40);
}

/** @throws CommandRefused when the file is missing or wrong */
export async function readAnswers(path: string): Promise<Answers> {
  const stored = await readStoredAnswers(path);
  if (stored === null) throw new CommandRefused(`${path} cannot be read.`);
  return parseAnswers(stored);
}

/** As the file has them. Null: there is no such file. */
export async function readStoredAnswers(path: string): Promise<Partial<GivenAnswers> | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new CommandRefused(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code ?? ''}`);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // The same answer as for another shape.
  }
  throw new CommandRefused(`${path} is not a JSON object.`);
}
