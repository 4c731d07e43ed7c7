const dayMs = 86_400_000;

/** Emails of the whole month at the pace so far; null in its first day, which says too little. */
export function forecastOf(used: number, resetsAt: Date, now = new Date()): number | null {
  const begin = new Date(resetsAt);
  begin.setUTCMonth(begin.getUTCMonth() - 1);
  const passed = now.getTime() - begin.getTime();
  if (passed < dayMs) return null;
  return Math.round((used / passed) * (resetsAt.getTime() - begin.getTime()));
}
