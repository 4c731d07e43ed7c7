/** A request of the public API, for a snippet. */
const post = (path: string, docs: string, body: unknown) => ({ method: 'POST', path, docs, body }) as const;

/** Lists of the other resources, metrics, API logs, operator. */
export const resourceTexts = {
  resources: {
    name: 'Name',
    slug: 'Slug',
    status: 'Status',
    created: 'Created',
    url: 'URL',
    events: 'Events',
    eventCount: (count: number) =>
      count === 0 ? 'All events' : `${count} ${count === 1 ? 'event' : 'events'}`,
    failingSince: 'Failing since',
    address: 'Address',
    reason: 'Reason',
    domain: 'Domain',
    scope: 'Scope',
    version: 'Version',
    topic: 'Topic',
    search: 'Address or name',
    contactCount: 'Contacts',
    notCounted: 'Not counted',
    counted: 'Counted',
    subject: 'Subject',
    sent: 'Sent',
    webhooks: {
      description: 'Endpoints that receive events of this organization.',
      empty: {
        title: 'No webhook endpoints',
        text: 'Add an endpoint to be notified of deliveries, bounces and complaints.',
        create: post('/webhooks', 'webhooks', {
          url: 'https://example.com/webhooks',
          events: ['email.delivered', 'email.bounced'],
        }),
      },
    },
    suppressions: {
      description: 'Addresses that no email is sent to.',
      empty: { title: 'No suppressions', text: 'Addresses that bounce or complain are added automatically.' },
    },
    templates: {
      description: 'Reusable content with variables.',
      empty: {
        title: 'No templates',
        text: 'Create a template and publish it, then send with its slug.',
        create: post('/templates', 'templates', {
          slug: 'welcome',
          name: 'Welcome',
          subject: 'Welcome, {{ name }}',
          text: 'Hello {{ name }}',
        }),
      },
    },
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
  },
  apiLogs: {
    description: 'Requests of API keys in the last days.',
    detail: 'API request',
    none: 'No requests',
    noneText: 'No request matches these filters.',
    filters: {
      path: 'Path begins with',
      method: 'Method',
      status: 'Status',
      errorCode: 'Error code',
      requestId: 'Request id',
      key: 'Key id',
    },
    columns: {
      request: 'Request',
      status: 'Status',
      error: 'Error',
      key: 'Key',
      duration: 'Duration',
      at: 'Time',
    },
    milliseconds: (duration: number) => `${Math.round(duration)} ms`,
    sizes: (request: number, response: number) => `${request} B in, ${response} B out`,
    facts: {
      status: 'Status',
      requestId: 'Request id',
      at: 'Time',
      duration: 'Duration',
      key: 'API key',
      sizes: 'Sizes',
      error: 'Error',
      unknownFields: 'Unknown fields',
      replay: 'Idempotency',
      emails: 'Emails',
      audit: 'Audit log',
      delivery: 'Webhook delivery',
    },
    replayed: 'Repeated an earlier request',
    auditEntries: (count: number) => `${count} ${count === 1 ? 'entry' : 'entries'}`,
    noContent: 'Only sizes are stored for this request.',
    headers: 'Request headers',
    query: 'Query',
    request: 'Request body',
    response: 'Response body',
  },
  metrics: {
    description: 'Live emails by day, in UTC.',
    period: 'Period',
    days: (days: string) => `Last ${days} days`,
    byDay: 'By day',
    day: 'Day',
    rates: {
      delivery: 'Delivered',
      bounce: 'Bounced',
      complaint: 'Complaints',
      open: 'Opened',
      click: 'Clicked',
    },
    columns: {
      sent: 'Sent',
      delivered: 'Delivered',
      bouncedHard: 'Hard bounces',
      bouncedSoft: 'Soft bounces',
      complained: 'Complaints',
      opened: 'Opened',
      clicked: 'Clicked',
    },
  },
  operator: {
    description: 'Operators run commands on a machine of the platform.',
    commands: [
      {
        title: 'Organizations',
        text: 'List organizations, pause one, and set its plan.',
        command:
          'postrider organizations list\npostrider organizations show <slug>\npostrider organizations pause <slug> --reason "…"',
      },
      {
        title: 'Queues',
        text: 'Show queued email by lane and reason, and dead letters of RabbitMQ.',
        command: 'postrider queues waiting\npostrider queues list',
      },
      {
        title: 'Reviews',
        text: 'Release or reject held messages of new client organizations.',
        command: 'postrider reviews list\npostrider reviews show <organization>',
      },
      {
        title: 'Messages',
        text: 'Find email by recipient in all organizations, without its content.',
        command: 'postrider messages find --recipient jane@example.com\npostrider messages show <id>',
      },
      {
        title: 'Delivery',
        text: 'Check whether email can be delivered to MX hosts, and show source addresses.',
        command: 'postrider doctor\npostrider sources list\npostrider sites list',
      },
    ],
  },
};
