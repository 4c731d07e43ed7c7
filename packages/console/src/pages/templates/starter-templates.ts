import type { TemplateVariable } from '../../api/types';
import type { templateTexts } from '../../texts/templates';

export type StarterName = keyof typeof templateTexts.starters;

/** Content of a new template. */
export interface StarterTemplate {
  readonly slug: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly variables: TemplateVariable[];
}

const string = (key: string, required = true): TemplateVariable => ({ key, type: 'string', required });
const list = (key: string): TemplateVariable => ({ key, type: 'list', required: true });

/** One column of 600 px in a table, which old mail programs show, too. */
const page = (body: string): string => `<!doctype html>
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
      .button { display: inline-block; padding: 12px 20px; border-radius: 6px; background: #1d4ed8; color: #ffffff; text-decoration: none; }
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
${body.replace(/^(?=.)/gm, '            ')}
          </div>
        </td>
      </tr>
    </table>
  </body>
</html>
`;

/** Templates to start with, complete with a text part. */
export const starterTemplates: Readonly<Record<StarterName, StarterTemplate>> = {
  empty: { slug: '', subject: '', html: '', text: '', variables: [] },
  receipt: {
    slug: 'receipt',
    subject: 'Your receipt for order {{ order_id }}',
    html: page(`<h1>Thank you, {{ name }}</h1>
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
<p class="quiet">Reply to this email if something is wrong.</p>`),
    text: `Thank you, {{ name }}

We have received your order {{ order_id }}.

{% for item in items %}- {{ item.name }}: {{ item.price }}
{% endfor %}
Total: {{ total }}

Reply to this email if something is wrong.
`,
    variables: [string('name'), string('order_id'), list('items'), string('total')],
  },
  passwordReset: {
    slug: 'password-reset',
    subject: 'Reset your password',
    html: page(`<h1>Reset your password</h1>
<p>Someone asked to reset the password of your account. If it was you, choose a new one:</p>
<p><a class="button" href="{{ reset_url }}">Choose a new password</a></p>
<p class="quiet">The link is valid for {{ valid_for }}. If it was not you, ignore this email: your password stays the same.</p>`),
    text: `Someone asked to reset the password of your account. If it was you, choose a new one:

{{ reset_url }}

The link is valid for {{ valid_for }}. If it was not you, ignore this email: your password stays the same.
`,
    variables: [
      string('reset_url'),
      { key: 'valid_for', type: 'string', required: false, fallback: 'one hour' },
    ],
  },
  invitation: {
    slug: 'invitation',
    subject: '{{ inviter }} invites you to {{ team }}',
    html: page(`<h1>Join {{ team }}</h1>
<p>{{ inviter }} invites you to work in {{ team }}.</p>
<p><a class="button" href="{{ invitation_url }}">Accept the invitation</a></p>
<p class="quiet">If you do not know {{ inviter }}, ignore this email.</p>`),
    text: `{{ inviter }} invites you to work in {{ team }}. Accept the invitation:

{{ invitation_url }}

If you do not know {{ inviter }}, ignore this email.
`,
    variables: [string('inviter'), string('team'), string('invitation_url')],
  },
  newsletter: {
    slug: 'newsletter',
    subject: '{{ title }}',
    html: page(`<h1>{{ title }}</h1>
<p>{% if first_name %}Hello {{ first_name }},{% else %}Hello,{% endif %}</p>
{% for story in stories %}
<h2>{{ story.title }}</h2>
<p>{{ story.text }}</p>
<p><a href="{{ story.url }}">Read more</a></p>
{% endfor %}`),
    text: `{{ title }}

{% if first_name %}Hello {{ first_name }},{% else %}Hello,{% endif %}

{% for story in stories %}{{ story.title }}
{{ story.text }}
{{ story.url }}

{% endfor %}`,
    variables: [string('title'), string('first_name', false), list('stories')],
  },
};
