/** Lists of resources. */
/** A request of the public API, for a snippet. */
const post = (path: string, docs: string, body: unknown) => ({ method: 'POST', path, docs, body }) as const;

export const resources = {
  name: 'Name',
  slug: 'Slug',
  status: 'Status',
  created: 'Created',
  address: 'Address',
  version: 'Version',
  topic: 'Topic',
  search: 'Address or name',
  contactCount: 'Contacts',
  notCounted: 'Not counted',
  counted: 'Counted',
  subject: 'Subject',
  sent: 'Sent',
  contacts: {
    description: 'People who can receive broadcasts.',
    empty: {
      title: 'No contacts',
      text: 'Add contacts with the API, a signup form or an import.',
      create: post('/contacts', 'contacts', { email: 'grace@example.com', first_name: 'Grace' }),
    },
  },
  segments: {
    description: 'Filters that choose the recipients of broadcasts.',
    empty: {
      title: 'No segments',
      text: 'Create a segment with the API to choose recipients of broadcasts.',
    },
  },
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
