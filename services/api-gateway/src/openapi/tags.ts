/** In the order in which somebody who is new needs them; paths stand in it, too. */
export const tags = [
  ['Emails', 'Send emails, one or many, and see what becomes of them. Begin here.'],
  ['Events', 'What happens to emails, as your webhook endpoints are told and as it can be read again.'],
  ['Webhooks', 'Endpoints of yours that are told of events: make, test, watch and replay them.'],
  ['Inbound', 'Replies that came to the reply addresses of your domains.'],
  ['Templates', 'Content with variables, in versions, that sends and broadcasts name.'],
  ['Domains', 'The domains that you send from, and their DNS records.'],
  ['Keys', 'API keys: what a program may do, and for which domains.'],
  ['Suppressions', 'Addresses that get no mail, and why.'],
  ['Metrics', 'Daily counters of what was sent and what became of it.'],
  ['Usage', 'What counts toward the plan.'],
  ['Contacts', 'People whom bulk mail can go to, and what they have agreed to.'],
  ['Topics', 'What contacts can subscribe to.'],
  ['Segments', 'Contacts that meet a filter.'],
  ['Broadcasts', 'A mail to the contacts of a segment, now or later, with A/B tests.'],
  ['Automations', 'What is done for a contact after an event of your program.'],
  ['Signup forms', 'Pages on which people subscribe.'],
  ['Organization', 'Settings of your organization.'],
  ['Organizations', 'Client organizations that yours makes.'],
  ['Audit log', 'Who changed what.'],
] as const;

export const tagNames: readonly string[] = tags.map(([name]) => name);
