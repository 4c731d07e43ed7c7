/** The audit log. */
export const auditLog = {
  description: 'Changes to keys, domains, webhooks, members and settings, with who made them.',
  none: 'No entries',
  noneText: 'No change matches these filters.',
  filters: { action: 'Action', actor: 'Actor id', target: 'Target id' },
  columns: { action: 'Action', actor: 'Actor', target: 'Target', at: 'Time' },
  actors: { key: 'API key', user: 'user', operator: 'platform operator', system: 'platform' },
  lastChange: 'Last change',
  requestId: 'Request id',
  difference: 'Changed fields',
  noDifference: 'No fields were recorded.',
  field: 'Field',
  before: 'Before',
  after: 'After',
};
