import { z } from 'zod';
import { count, createdAt, flag, line, lineOrNull, objectName, timeOrNull } from './fields';
import { sample } from './sample';
import { lineOfText, text } from './text';

/** What an organization's bodies are kept for unless it says otherwise. */
export const defaultBodyRetentionDays = 30;

const httpsUrl = lineOfText()
  .max(2_000)
  .refine((text) => {
    const url = /\s/.test(text) ? null : URL.parse(text);
    return url?.protocol === 'https:' && url.username === '' && url.password === '';
  }, 'must be an https URL without a user name or password');

/** Fields left out stay; null clears: no address, the default retention. */
export const updateOrganizationRequest = z
  .object({
    name: lineOfText()
      .trim()
      .min(1, 'required')
      .max(120)
      .optional()
      .meta({
        description: 'The name that the footer of bulk mail shows, 1 to 120 characters; left out: it stays.',
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
          'Stands in the footer of bulk mail, up to 500 characters; null: none, and bulk mail has no footer.',
        examples: ['Acme GmbH, Beispielstraße 1, 10115 Berlin, Germany'],
      }),
    logo_url: httpsUrl
      .nullable()
      .optional()
      .meta({
        description: 'Logo on public pages and in confirmation mails: an https URL. Null: none.',
        examples: ['https://acme.example/logo.svg'],
      }),
    brand_color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, 'must be a hex colour such as #1d4ed8')
      .nullable()
      .optional()
      .meta({
        description: 'Colour of buttons on public pages, as `#rrggbb`. Null: the default blue.',
        examples: ['#0f766e'],
      }),
    privacy_url: httpsUrl
      .nullable()
      .optional()
      .meta({
        description: 'Privacy policy that public pages link to: an https URL. Null: no link.',
        examples: ['https://acme.example/privacy'],
      }),
    body_retention_days: z
      .int()
      .min(0)
      .max(3_650)
      .nullable()
      .optional()
      .meta({
        description: `How many days contents and metadata of emails are kept, 0 to 3,650. 0: deleted once sent; null: the default of ${defaultBodyRetentionDays}.`,
        examples: [30],
      }),
    alert_email: lineOfText()
      .trim()
      .min(1, 'must not be blank; null clears it')
      .max(320)
      .nullable()
      .optional()
      .meta({
        description: 'Who is told of alerts: bounces, complaints, blocks, failing webhooks; null: nobody.',
        examples: ['ops@acme.example'],
      }),
    generate_text: z.boolean().optional().meta({
      description: 'Whether emails with HTML and without text get a text part made from the HTML.',
    }),
    sending_paused: z.boolean().optional().meta({
      description: 'True pauses live sending; false resumes after any pause, but does not end a review.',
    }),
  })
  .meta({
    id: 'UpdateOrganizationRequest',
    description: 'Settings to change; what is left out stays.',
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
    slug: line('Its short name, unique on the platform.', 'acme'),
    name: line('Its name, as the footer of bulk mail shows it.', 'Acme GmbH'),
    kind: line("`internal`: one of the operator's own; `client`: made by another organization.", 'internal'),
    plan: line('Its plan; `GET /usage` tells its limits.', 'scale'),
    postal_address: lineOrNull(
      'Stands in the footer of bulk mail; null: none.',
      'Acme GmbH, Beispielstraße 1, 10115 Berlin, Germany',
    ),
    logo_url: lineOrNull('Logo on public pages. Null: none.', 'https://acme.example/logo.svg'),
    brand_color: lineOrNull('Colour of buttons on public pages. Null: the default blue.', '#0f766e'),
    privacy_url: lineOrNull(
      'Privacy policy that public pages link to. Null: none.',
      'https://acme.example/privacy',
    ),
    body_retention_days: count('How many days contents and metadata are kept; 0: until sent.', 30),
    alert_email: lineOrNull('Who is told of alerts; null: nobody.', 'ops@acme.example'),
    generate_text: flag('Emails with HTML and without text get a text part made from the HTML.'),
    sending_paused_at: timeOrNull('Since when live sending is paused; null: it is not.', null),
    sending_paused_reason: lineOrNull('Why it was paused; null: it is not, or nobody said.', null),
    under_review: flag('Sending is held by the platform until a review ends; an admin cannot end it.'),
    created_at: createdAt('it was made'),
  })
  .meta({ id: 'Organization', description: 'The organization of the key.' });
export type OrganizationResource = z.infer<typeof organizationResource>;
