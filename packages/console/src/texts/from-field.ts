/** The sender of an email, in three parts. */
export const fromTexts = {
  name: 'Sender name',
  local: 'Address before the @',
  domain: 'Domain',
  noDomain: {
    bulk: 'Broadcasts and automations need a verified domain for bulk email.',
    any: 'This needs a verified domain.',
  },
  addDomain: 'Add a domain',
};
