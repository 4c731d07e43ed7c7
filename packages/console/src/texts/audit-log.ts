/** The audit log. */
export const auditLog = {
  description: 'Who changed what.',
  none: 'No entries',
  noneText: 'No change matches these filters.',
  filters: { action: 'Action', actor: 'Actor id', target: 'Target id' },
  columns: { action: 'Action', actor: 'Actor', target: 'Target', at: 'Time' },
  actors: { key: 'API key', user: 'User', operator: 'Operator', system: 'System' },
  requestId: 'Request id',
  difference: 'Changed fields',
  noDifference: 'No fields were recorded.',
  field: 'Field',
  before: 'Before',
  after: 'After',
};
