/** The audit log. */
export const auditLog = {
  description: 'Changes to keys, domains, webhooks, members and settings, with who made them.',
  none: 'No entries',
  noneText: 'Changes in this organization are listed here, with who made them.',
  filters: { action: 'Action', actor: 'Actor id', target: 'Object id' },
  columns: {
    ...{ change: 'Change', by: 'By', action: 'Action', actor: 'Actor', target: 'Object', at: 'Time' },
  },
  targetId: 'Object id',
  unknownAction: (action: string, name: string | null) =>
    `made the change ${action}${name === null ? '' : ` to ${name}`}`,
  unnamed: { key: 'An API key', user: 'A user', operator: 'An operator', system: 'Postrider' },
  actors: { key: 'API key', user: 'user', operator: 'platform operator', system: 'platform' },
  by: { key: 'API key', user: 'User', operator: 'Platform operator', system: 'Platform' },
  lastChange: 'Last change',
  requestId: 'Request id',
  difference: 'Changed fields',
  noDifference: 'No fields were recorded.',
  field: 'Field',
  before: 'Before',
  after: 'After',
};
