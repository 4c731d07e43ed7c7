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
  saved: 'Settings saved',
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
  saved: 'Times saved',
};
