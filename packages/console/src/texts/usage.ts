/** Usage. */
export const usage = {
  description: (plan: string) => `Plan: ${plan}`,
  month: 'Emails this month',
  day: 'Emails today',
  contacts: 'Contacts',
  rate: 'Request rate',
  of: (limit: string) => `of ${limit}`,
  noLimit: 'without limit',
  unlimited: 'Unlimited',
  perDuration: (limit: string, duration: string) =>
    `${limit} requests per ${duration === '1s' ? 'second' : duration}`,
  keysTogether: (limit: string, duration: string) =>
    `All API keys together: ${limit} requests per ${duration === '1s' ? 'second' : duration}`,
  keysUnlimited: 'All API keys together: unlimited',
  resets: 'Resets',
  forecast: (count: string) => `At this pace: ${count} emails this month.`,
  overage: 'Emails above the allowance are accepted.',
};
