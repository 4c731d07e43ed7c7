import { platformAlertRules, selectorsOf, type Selector } from '@postrider/contracts/platform-alerts';

export type Labels = Readonly<Record<string, string>>;

/** A series as a process prints it. */
export interface PrintedSeries {
  readonly metric: string;
  readonly labels: Labels;
  readonly value: number;
}

/** What is kept of a series: its values with their times in seconds, oldest first. */
export interface StoredSeries {
  readonly labels: Labels;
  readonly times: readonly number[];
  readonly values: readonly number[];
  /** The last scrape of its process did not find it. What it counted until then still counts in rates. */
  readonly isStale: boolean;
}

/** Where expressions find their series. */
export interface Samples {
  select(selector: Selector): readonly StoredSeries[];
}

/** As Prometheus: a value that is older is none. */
export const lookBackSeconds = 300;
/** Of one process; a gateway with all its routes has some 5,000. */
const seriesOfProcessMax = 20_000;

/** How far back the rules look, by metric; those that no rule names are not kept. */
const neededSeconds: ReadonlyMap<string, number> = (() => {
  const needed = new Map<string, number>();
  for (const { condition } of platformAlertRules) {
    for (const { metric, seconds } of selectorsOf(condition)) {
      needed.set(metric, Math.max(seconds, needed.get(metric) ?? 0));
    }
  }
  return needed;
})();

export const isNeeded = (metric: string): boolean => neededSeconds.has(metric);

interface KeptSeries {
  readonly labels: Labels;
  times: number[];
  values: number[];
  isStale: boolean;
}

/** The series that the rules need, of all processes, for as long as the rules look back. */
export class SampleStore implements Samples {
  /** By metric, then by process and labels. */
  private readonly metrics = new Map<string, Map<string, KeptSeries>>();

  /** @param process its name in this store: its labels are among those of its series */
  add(process: string, atSeconds: number, printed: readonly PrintedSeries[]): void {
    const present = new Set<KeptSeries>();
    for (const { metric, labels, value } of printed.slice(0, seriesOfProcessMax)) {
      const window = neededSeconds.get(metric);
      if (window === undefined) continue;
      const kept = this.keep(metric, `${process} ${keyOfLabels(labels)}`, labels);
      kept.times.push(atSeconds);
      kept.values.push(value);
      kept.isStale = false;
      present.add(kept);
      dropBefore(kept, atSeconds - window);
    }
    this.age(process, atSeconds, present);
  }

  select({ metric, where }: Selector): readonly StoredSeries[] {
    const known = this.metrics.get(metric);
    if (known === undefined) return [];
    return [...known.values()].filter(({ labels }) =>
      where.every(({ label, operator, value }) => {
        const actual = labels[label] ?? '';
        if (operator === '=~') return wholeMatch(value).test(actual);
        return (actual === value) === (operator === '=');
      }),
    );
  }

  private keep(metric: string, key: string, labels: Labels): KeptSeries {
    const known = this.metrics.get(metric) ?? new Map<string, KeptSeries>();
    this.metrics.set(metric, known);
    const kept = known.get(key) ?? { labels, times: [], values: [], isStale: false };
    known.set(key, kept);
    return kept;
  }

  /** Series that the process does not print any more, and those that are too old for any rule. */
  private age(process: string, atSeconds: number, present: ReadonlySet<KeptSeries>): void {
    for (const [metric, known] of this.metrics) {
      const keptSeconds = Math.max(neededSeconds.get(metric) ?? 0, lookBackSeconds);
      for (const [key, kept] of known) {
        if (!key.startsWith(`${process} `) || present.has(kept)) continue;
        kept.isStale = true;
        if ((kept.times.at(-1) ?? 0) < atSeconds - keptSeconds) known.delete(key);
      }
    }
  }
}

/** Keeps the newest, however old. */
function dropBefore(kept: KeptSeries, floorSeconds: number): void {
  const first = kept.times.findIndex((at) => at >= floorSeconds);
  if (first <= 0) return;
  kept.times = kept.times.slice(first);
  kept.values = kept.values.slice(first);
}

export function keyOfLabels(labels: Labels): string {
  return JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

const patterns = new Map<string, RegExp>();

/** Patterns come from the rules alone. */
function wholeMatch(pattern: string): RegExp {
  const made = patterns.get(pattern) ?? new RegExp(`^(?:${pattern})$`);
  patterns.set(pattern, made);
  return made;
}
