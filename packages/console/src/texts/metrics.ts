/** Metrics. */
export const metrics = {
  description: 'Live emails by day, in UTC.',
  period: 'Period',
  days: (days: string) => `Last ${days} days`,
  byDay: 'By day',
  day: 'Day',
  rates: {
    delivery: 'Delivered',
    bounce: 'Bounced',
    complaint: 'Complaints',
    open: 'Opened',
    click: 'Clicked',
  },
  columns: {
    sent: 'Sent',
    delivered: 'Delivered',
    bouncedHard: 'Hard bounces',
    bouncedSoft: 'Soft bounces',
    complained: 'Complaints',
    opened: 'Opened',
    clicked: 'Clicked',
  },
};
