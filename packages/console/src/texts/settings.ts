/** Settings of the organization. */
export const settings = {
  description: 'Name, retention and sending of this organization.',
  organization: 'Organization',
  name: 'Name',
  address: 'Postal address',
  addressHint: 'Shown at the end of bulk email, as the law requires.',
  alertEmail: 'Alert address',
  alertHint: 'Gets messages about bounces, complaints and failed domains.',
  retention: 'Content retention in days',
  retentionHint: 'Bodies and metadata are deleted after this time. 0 stores none.',
  generateText: 'Generate text from HTML',
  generateTextHint: 'For emails that are sent without a text part.',
  /** Of the draft, in a conflict. */
  draftFields: {
    ...{ name: 'Name', postal_address: 'Postal address', alert_email: 'Alert address' },
    ...{ body_retention_days: 'Content retention in days', generate_text: 'Generate text from HTML' },
  },
  sending: 'Sending',
  active: 'Sending is active.',
  paused: 'Sending was paused',
  pause: 'Pause sending',
  pauseTitle: 'Pause sending?',
  pauseText: 'Live emails are refused until sending is resumed. Test emails are not affected.',
  resume: 'Resume sending',
  underReview: 'This organization is under review',
  underReviewText:
    'An operator of the platform reviews it. Live emails are refused and queued emails wait until the review ends.',
  about: 'About',
  id: 'Id',
  slug: 'Slug',
  kind: 'Kind',
  plan: 'Plan',
  created: 'Created',
};

export const branding = {
  look: 'Logo and color',
  about: 'Look of signup forms, confirmation emails and the preferences page.',
  logo: 'Logo',
  logoText: 'At the top of pages and emails. Without one they show the name.',
  chooseLogo: 'Choose logo',
  removeLogo: 'Remove logo',
  logoAlt: 'Current logo',
  color: 'Color',
  colorText: 'Of buttons and links. Links get a shade that can be read on light and dark backgrounds.',
  privacy: 'Privacy policy',
  privacyText: 'Address that pages and emails link to.',
  save: 'Save branding',
  saved: 'Branding saved',
  preview: 'Preview',
  previews: {
    signup_form: 'Signup form',
    confirmation: 'Confirmation email',
    preferences: 'Preferences page',
    footer: 'Footer of bulk email',
  },
  noFooter: 'Bulk email has a footer once the organization has a postal address.',
};

export const lateRules = {
  title: 'Late email',
  about:
    'Report email that still waits after this time: by a webhook email.late for each, and by at most one message an hour to the alert address.',
  kind: 'Kind',
  allOthers: 'All other transactional email',
  minutes: 'Minutes',
  add: 'Add a time',
  remove: 'Remove this time',
  none: 'Late email is not reported.',
  save: 'Save times',
  saved: 'Times saved',
};
