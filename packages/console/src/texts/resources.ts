/** Lists of resources. */
/** A request of the public API, for a snippet. */
const post = (path: string, docs: string, body: unknown) => ({ method: 'POST', path, docs, body }) as const;

export const resources = {
  name: 'Name',
  slug: 'Slug',
  status: 'Status',
  created: 'Created',
  version: 'Version',
  subject: 'Subject',
  sent: 'Sent',
  broadcasts: {
    description: 'Emails to all contacts of a segment.',
    empty: {
      title: 'No broadcasts',
      text: 'Create a broadcast with the API. It is sent to the contacts of a segment.',
    },
  },
  automations: {
    description: 'Steps that run for a contact after an event.',
    empty: {
      title: 'No automations',
      text: 'Create an automation with the API to send email after events.',
    },
  },
};
