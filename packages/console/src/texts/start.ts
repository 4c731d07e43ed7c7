/** Getting started. */
export const start = {
  description: 'Send a first email in test mode. It is simulated; nothing is delivered.',
  send: 'Send a test email',
  noDomain:
    'Add a sending domain and publish its DNS records first. Test emails need a verified domain, too.',
  from: 'From domain',
  to: 'To',
  subject: 'Hello from Postrider',
  text: 'This is a test email. It was simulated and not delivered.',
  sendNow: 'Send test email',
  open: 'Open email',
  key: 'Do the same with the API',
  keyText: 'Create a test key and run this request in a terminal.',
  keyName: 'Getting started',
  createKey: 'Create test key',
  checklist: 'Before you send live email',
  done: 'Done',
  notDone: 'Open',
  steps: {
    domain: 'Add a sending domain',
    records: 'Publish its DNS records',
    key: 'Create a live API key',
    webhook: 'Add a webhook endpoint',
  },
};
