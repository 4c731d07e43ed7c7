import type { BroadcastSeries } from '../../api/types';

/** One bar of the chart; null: it is to come. */
export interface SeriesPoint {
  readonly time: string;
  readonly isFuture: boolean;
  readonly delivered: number | null;
  readonly opened: number | null;
  readonly clicked: number | null;
}

/** So many are shown at least. */
const pointsMin = { hour: 24, day: 7 };

/** Without gaps, and for at least a day of hours or a week of days, so that the first hours look like those of any other broadcast. */
export function fillSeries(
  rows: BroadcastSeries['series'],
  { interval, now }: { readonly interval: 'hour' | 'day'; readonly now: Date },
): readonly SeriesPoint[] {
  const [first] = rows;
  if (first === undefined) return [];
  const points: SeriesPoint[] = [];
  const counts = new Map(rows.map((row) => [Date.parse(row.time), row]));
  const last = Date.parse(rows.at(-1)?.time ?? first.time);
  for (
    let at = new Date(first.time);
    at.getTime() <= last || points.length < pointsMin[interval];
    at = nextOf(at, interval)
  ) {
    const { delivered = 0, opened = 0, clicked = 0 } = counts.get(at.getTime()) ?? {};
    const isFuture = at > now;
    points.push({
      ...{ time: at.toISOString(), isFuture },
      ...(isFuture ? { delivered: null, opened: null, clicked: null } : { delivered, opened, clicked }),
    });
  }
  return points;
}

/** Each point with all before it. */
export function totalsOf(points: readonly SeriesPoint[]): readonly SeriesPoint[] {
  const total = { delivered: 0, opened: 0, clicked: 0 };
  return points.map((point) => {
    if (point.isFuture) return point;
    for (const name of ['delivered', 'opened', 'clicked'] as const) total[name] += point[name] ?? 0;
    return { ...point, ...total };
  });
}

/** Hours are those of UTC, days those of the browser. */
function nextOf(time: Date, interval: 'hour' | 'day'): Date {
  const next = new Date(time);
  if (interval === 'day') next.setDate(next.getDate() + 1);
  else next.setTime(next.getTime() + 3_600_000);
  return next;
}
