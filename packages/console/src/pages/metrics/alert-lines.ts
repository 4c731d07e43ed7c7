/** Rates at which new organizations are warned and paused. */
export const alertLines = {
  bounce: { warn: 0.02, pause: 0.05 },
  complaint: { warn: 0.001, pause: 0.005 },
} as const;

/** Whether a rate is above a line. */
export function toneOfRate(rate: number, { warn, pause }: { readonly warn: number; readonly pause: number }) {
  if (rate >= pause) return 'bad';
  return rate >= warn ? 'warn' : undefined;
}
