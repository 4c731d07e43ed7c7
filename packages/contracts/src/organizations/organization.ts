import { z } from 'zod';
import { loopbackUrl } from '../email-documents/document-link';
import { count, createdAt, flag, line, lineOrNull, objectName, timeOrNull } from '../fields/fields';
import { sample } from '../fields/sample';
import { addressLine, displayName, lineOfText, text } from '../fields/text';
import { organizationUtm } from './utm';

/** What an organization's bodies are kept for unless it says otherwise. */
export const defaultBodyRetentionDays = 30;

const httpsUrl = lineOfText()
  .max(2_000)
  .refine((text) => {
    const url = /\s/.test(text) ? null : URL.parse(text);
    return url?.protocol === 'https:' && url.username === '' && url.password === '';
  }, 'must be an https URL without a user name or password');

const logoUrl = lineOfText()
  .max(2_000)
  .refine(
    (text) => loopbackUrl.test(text) || httpsUrl.safeParse(text).success,
    'must be an https URL without a user name or password',
  );

const lateRulesMax = 50;
const lateSeconds = { min: 60, max: 604_800 };

const lateRule = z
  .object({
    kind: lineOfText()
      .min(1)
      .max(64)
      .nullable()
      .meta({
        description: 'Kind of the email. Null: all transactional email of kinds that are not listed.',
        examples: ['password_reset'],
      }),
    seconds: z
      .int()
      .min(lateSeconds.min)
      .max(lateSeconds.max)
      .meta({
        description:
          'Seconds from acceptance, or from `scheduled_at`, after which an email that still waits is late: 60 to 604,800.',
        examples: [120],
      }),
  })
  .meta({ id: 'LateRule', description: 'After how long email of a kind is late.' });
export type LateRule = z.infer<typeof lateRule>;

const lateRules = z.array(lateRule);

/** Absent fields do not change; null clears: no address, the default retention. */
export const updateOrganizationRequest = z
  .object({
    name: displayName()
      .optional()
      .meta({
        description:
          'Name in the footer of bulk email, 1 to 120 characters, without URLs and invisible characters.',
        examples: ['Acme GmbH'],
      }),
    postal_address: text()
      .trim()
      .min(1, 'must not be blank; null clears it')
      .max(500)
      .nullable()
      .optional()
      .meta({
        description:
          'Postal address in the footer of bulk email, up to 500 characters. Null: none, and bulk email has no footer.',
        examples: ['Acme GmbH, Beispielstraße 1, 10115 Berlin, Germany'],
      }),
    logo_url: logoUrl
      .nullable()
      .optional()
      .meta({
        description:
          'HTTPS URL of the logo on public pages and in confirmation emails, for example the `url` of an uploaded image. Null: none.',
        examples: ['https://acme.example/logo.svg'],
      }),
    brand_color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex color such as #1d4ed8')
      .nullable()
      .optional()
      .meta({
        description: 'Color of buttons on public pages, as `#rrggbb`. Null: the default blue.',
        examples: ['#0f766e'],
      }),
    privacy_url: httpsUrl
      .nullable()
      .optional()
      .meta({
        description: 'HTTPS URL of the privacy policy that public pages link to. Null: no link.',
        examples: ['https://acme.example/privacy'],
      }),
    body_retention_days: z
      .int()
      .min(0)
      .max(3_650)
      .nullable()
      .optional()
      .meta({
        description: `Days to keep the content and metadata of emails, 0 to 3,650. 0: deleted once sent. Null: the default of ${defaultBodyRetentionDays}.`,
        examples: [30],
      }),
    alert_email: addressLine()
      .min(1, 'must not be blank; null clears it')
      .max(320)
      .nullable()
      .optional()
      .meta({
        description: 'Address for alerts about bounces, complaints, blocks and failing webhooks. Null: none.',
        examples: ['ops@acme.example'],
      }),
    generate_text: z.boolean().optional().meta({
      description: 'Whether emails with HTML and without text get a text part generated from the HTML.',
    }),
    utm: organizationUtm
      .nullable()
      .optional()
      .meta({
        description:
          'UTM parameters for new broadcasts that set none, and for the emails of automations. Null: none. Existing broadcasts keep theirs.',
        examples: [{ source: 'acme', medium: 'email' }],
      }),
    late_after: lateRules
      .max(lateRulesMax)
      .superRefine((rules, check) => {
        const kinds = rules.map(({ kind }) => kind);
        const repeated = kinds.findIndex((kind, index) => kinds.indexOf(kind) < index);
        if (repeated === -1) return;
        check.addIssue({ code: 'custom', path: [repeated, 'kind'], message: 'is listed twice' });
      })
      .optional()
      .meta({
        description: `When to report an email as late, by kind: at most ${lateRulesMax}. Each late email causes one \`email.late\` webhook, and the alert address gets at most one notice an hour. Bulk email is only reported if its kind is listed. Empty: never.`,
        examples: [[{ kind: 'password_reset', seconds: 120 }]],
      }),
    sending_paused: z.boolean().optional().meta({
      description: 'True pauses live sending. False resumes it, but does not end a review.',
    }),
  })
  .meta({
    id: 'UpdateOrganizationRequest',
    description: 'Settings to change. Missing fields keep their values.',
    examples: [
      {
        postal_address: 'Acme GmbH, Beispielstraße 1, 10115 Berlin, Germany',
        alert_email: 'ops@acme.example',
      },
    ],
  });
export type UpdateOrganizationRequest = z.infer<typeof updateOrganizationRequest>;

/** The calling key's own organization. */
export const organizationResource = z
  .object({
    object: objectName('organization'),
    id: line('Id of the organization.', sample.organizationId),
    slug: line('Slug of the organization, unique on the platform.', 'acme'),
    name: line('Name in the footer of bulk email.', 'Acme GmbH'),
    kind: line(
      '`internal`: an organization of the operator. `client`: created by another organization.',
      'internal',
    ),
    plan: line('Plan of the organization. `GET /usage` returns its limits.', 'scale'),
    postal_address: lineOrNull(
      'Postal address in the footer of bulk email. Null: none.',
      'Acme GmbH, Beispielstraße 1, 10115 Berlin, Germany',
    ),
    logo_url: lineOrNull('Logo on public pages. Null: none.', 'https://acme.example/logo.svg'),
    brand_color: lineOrNull('Color of buttons on public pages. Null: the default blue.', '#0f766e'),
    privacy_url: lineOrNull(
      'URL of the privacy policy that public pages link to. Null: none.',
      'https://acme.example/privacy',
    ),
    body_retention_days: count('Days to keep the content and metadata of emails. 0: deleted once sent.', 30),
    alert_email: lineOrNull('Address for alerts. Null: none.', 'ops@acme.example'),
    generate_text: flag('Whether emails with HTML and without text get a text part generated from the HTML.'),
    utm: organizationUtm.nullable().meta({
      description: 'UTM parameters of new broadcasts and of the emails of automations. Null: none.',
      examples: [null],
    }),
    late_after: lateRules.meta({
      description: 'When an email that waits is reported as late, by kind. Empty: never.',
      examples: [[{ kind: 'password_reset', seconds: 120 }]],
    }),
    sending_paused_at: timeOrNull('When live sending was paused. Null if it is not paused.', null),
    sending_paused_reason: lineOrNull(
      'Why sending was paused. Null if it is not paused or no reason was given.',
      null,
    ),
    under_review: flag('True while the platform holds sending for a review. An admin cannot end it.'),
    created_at: createdAt('it was created'),
  })
  .meta({ id: 'Organization', description: 'The organization of the API key.' });
export type OrganizationResource = z.infer<typeof organizationResource>;
