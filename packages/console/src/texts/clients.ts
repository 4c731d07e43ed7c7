/** Client organizations. */
export const clients = {
  description: 'Organizations that this organization created. An owner can open them to read.',
  none: 'No client organizations',
  noneText: 'Create one with the API. It has no members until you invite someone.',
  columns: { name: 'Name', plan: 'Plan', sending: 'Sending', created: 'Created', actions: 'Actions' },
  active: 'active',
  paused: 'paused',
  underReview: 'under review',
  open: 'Open read-only',
  revoke: 'Revoke keys',
  revokeTitle: (name: string) => `Revoke all keys of ${name}?`,
  revokeText: 'Requests with them are refused at once. This cannot be undone.',
  revoked: (name: string) => `Keys of ${name} revoked`,
};
