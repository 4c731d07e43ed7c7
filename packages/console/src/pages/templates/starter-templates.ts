import type { TemplateVariable } from '../../api/types';
import {
  starterInvitation,
  starterPasswordReset,
  starterTemplate,
  starterTemplateNewsletter,
} from '../../editor/starter-document';
import type { EmailDocument } from '../../editor/document-types';
import type { templateTexts } from '../../texts/templates';

export type StarterName = keyof typeof templateTexts.starters;

/** Content of a new template. */
export interface StarterTemplate {
  readonly slug: string;
  readonly content: {
    readonly subject?: string;
    readonly variables?: TemplateVariable[];
  } & ({ readonly document: EmailDocument } | { readonly html: string; readonly text: string });
}

const string = (key: string): TemplateVariable => ({ key, type: 'string', required: true });

/** One column of 600 px in a table, which old mail programs show, too. */
const receiptHtml = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <meta name="color-scheme" content="light dark" />
    <style>
      body { margin: 0; background: #f4f5f7; }
      .card { max-width: 600px; margin: 0 auto; padding: 32px; background: #ffffff; }
      .card, .card td { font: 16px/1.5 system-ui, sans-serif; color: #1f2430; }
      h1 { margin: 0 0 16px; font-size: 22px; }
      .quiet { font-size: 14px; color: #596172; }
      @media (prefers-color-scheme: dark) {
        body { background: #0e1117; }
        .card, .card td { background: #171b23; color: #e4e7ee; }
        .quiet { color: #a3abba; }
      }
    </style>
  </head>
  <body>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0">
      <tr>
        <td>
          <div class="card">
            <h1>Thank you, {{ name }}</h1>
            <p>We have received your order {{ order_id }}.</p>
            <table role="presentation" width="100%" cellpadding="6">
              {% for item in items %}
              <tr>
                <td>{{ item.name }}</td>
                <td align="right">{{ item.price }}</td>
              </tr>
              {% endfor %}
              <tr>
                <td><strong>Total</strong></td>
                <td align="right"><strong>{{ total }}</strong></td>
              </tr>
            </table>
            <p class="quiet">Reply to this email if something is wrong.</p>
          </div>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

/** Templates to start with. The receipt has a row for each item, which documents have no block for: it is HTML, with a text part. */
export const starterTemplates: Readonly<Record<StarterName, StarterTemplate>> = {
  empty: { slug: '', content: { document: starterTemplate } },
  receipt: {
    slug: 'receipt',
    content: {
      subject: 'Your receipt for order {{ order_id }}',
      html: receiptHtml,
      text: `Thank you, {{ name }}

We have received your order {{ order_id }}.

{% for item in items %}- {{ item.name }}: {{ item.price }}
{% endfor %}
Total: {{ total }}

Reply to this email if something is wrong.
`,
      variables: [
        string('name'),
        string('order_id'),
        { key: 'items', type: 'list', required: true },
        string('total'),
      ],
    },
  },
  passwordReset: {
    slug: 'password-reset',
    content: {
      subject: 'Reset your password',
      document: starterPasswordReset,
      variables: [
        string('reset_url'),
        { key: 'valid_for', type: 'string', required: false, fallback: 'one hour' },
      ],
    },
  },
  invitation: {
    slug: 'invitation',
    content: {
      subject: '{{ inviter }} invites you to {{ team }}',
      document: starterInvitation,
      variables: [string('inviter'), string('team'), string('invitation_url')],
    },
  },
  newsletter: {
    slug: 'newsletter',
    content: {
      subject: '{{ title }}',
      document: starterTemplateNewsletter,
      variables: [string('title'), { key: 'first_name', type: 'string', required: false, fallback: 'there' }],
    },
  },
};
