import { withTimeout } from '../time/wait';

/** The values that each label may have; an empty list where only time tells. */
export type LabelValues<Name extends string = string> = Readonly<Record<Name, readonly string[]>>;

export type Labels<Name extends string = string> = Readonly<Record<Name, string>>;

export interface Reading {
  readonly value: number;
  readonly labels?: Labels;
}

export type Read = () => number | readonly Reading[] | Promise<number | readonly Reading[]>;

export interface Head {
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
}

interface Entry<Series> {
  /** As they are printed: `lane="bulk",status="sent"`. */
  readonly labels: string;
  readonly series: Series;
}

/** Far more than any of ours has; a label whose values others make up would otherwise take the memory. */
const seriesMax = 5_000;

/** The series of one metric, by their labels. */
abstract class Family<Series> {
  private readonly entries = new Map<string, Entry<Series>>();

  constructor(
    readonly name: string,
    private readonly labelNames: readonly string[],
  ) {}

  with(labels: Labels): Series {
    let key = '';
    for (const name of this.labelNames) key += `${labels[name] ?? ''}\n`;
    return (this.entries.get(key) ?? this.begin(key, labels)).series;
  }

  /** Begins each series that these values allow. */
  expect(values: LabelValues): void {
    let sets: Labels[] = [{}];
    for (const name of this.labelNames) {
      sets = sets.flatMap((set) => (values[name] ?? []).map((value) => ({ ...set, [name]: value })));
    }
    for (const set of sets) this.with(set);
  }

  protected all(): Iterable<Entry<Series>> {
    return this.entries.values();
  }

  protected abstract make(): Series;

  private begin(key: string, labels: Labels): Entry<Series> {
    if (this.entries.size >= seriesMax && !isOverflow(labels)) {
      const overflow = Object.fromEntries(this.labelNames.map((name) => [name, overflowValue]));
      return { labels: '', series: this.with(overflow) };
    }
    const own = Object.fromEntries(this.labelNames.map((name) => [name, labels[name] ?? '']));
    const entry = { labels: labelText(own), series: this.make() };
    this.entries.set(key, entry);
    return entry;
  }
}

const overflowValue = 'overflow';
const isOverflow = (labels: Labels): boolean =>
  Object.values(labels).every((value) => value === overflowValue);

/** As they are printed, without braces. */
function labelText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`)
    .join(',');
}

const escaped = (char: string): string => (char === '\n' ? '\\n' : `\\${char}`);

function sampleLine(name: string, labels: string, value: number): string {
  const printed = Number.isFinite(value) ? String(value) : value > 0 ? '+Inf' : value < 0 ? '-Inf' : 'NaN';
  return `${name}${labels && `{${labels}}`} ${printed}\n`;
}

export interface Printed {
  print(): string | Promise<string>;
}

const headLines = (name: string, { help, type }: Head): string =>
  `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

class CounterSeries {
  value = 0;

  add(amount = 1): void {
    this.value += amount;
  }
}

export class CounterFamily extends Family<CounterSeries> implements Printed {
  constructor(
    name: string,
    private readonly head: Head,
    labels: LabelValues,
  ) {
    super(name, Object.keys(labels));
  }

  add(amount: number, labels: Labels): void {
    this.with(labels).value += amount;
  }

  print(): string {
    let text = headLines(this.name, this.head);
    for (const { labels, series } of this.all()) text += sampleLine(this.name, labels, series.value);
    return text;
  }

  protected make(): CounterSeries {
    return new CounterSeries();
  }
}

class HistogramSeries {
  sum = 0;
  /** Of each bucket alone; the last one has what lies above all boundaries. */
  readonly counts: number[];

  constructor(private readonly boundaries: readonly number[]) {
    this.counts = Array.from({ length: boundaries.length + 1 }, () => 0);
  }

  record(value: number): void {
    const { boundaries, counts } = this;
    let index = 0;
    while (index < boundaries.length && value > (boundaries[index] ?? 0)) index += 1;
    counts[index] = (counts[index] ?? 0) + 1;
    this.sum += value;
  }
}

export class HistogramFamily extends Family<HistogramSeries> implements Printed {
  private readonly boundaries: readonly number[];

  constructor(
    name: string,
    private readonly head: Head,
    options: { readonly labels: LabelValues; readonly boundaries: readonly number[] },
  ) {
    super(name, Object.keys(options.labels));
    this.boundaries = options.boundaries;
  }

  record(value: number, labels: Labels): void {
    this.with(labels).record(value);
  }

  print(): string {
    const { name, boundaries } = this;
    let text = headLines(name, this.head);
    for (const { labels, series } of this.all()) {
      let count = 0;
      for (const [index, inBucket] of series.counts.entries()) {
        count += inBucket;
        const bound = boundaries[index] ?? '+Inf';
        text += sampleLine(`${name}_bucket`, `${labels}${labels && ','}le="${bound}"`, count);
      }
      text += sampleLine(`${name}_sum`, labels, series.sum) + sampleLine(`${name}_count`, labels, count);
    }
    return text;
  }

  protected make(): HistogramSeries {
    return new HistogramSeries(this.boundaries);
  }
}

/** Half of the time that Prometheus gives a scrape by default: an engine that hangs must not cost the other readings. */
const readTimeoutMs = 5_000;

export class Observed implements Printed {
  readonly reads: Read[] = [];

  constructor(
    private readonly name: string,
    private readonly head: Head,
  ) {}

  async print(): Promise<string> {
    const lines = await Promise.all(this.reads.map((read) => this.sampleLines(read)));
    return headLines(this.name, this.head) + lines.join('');
  }

  private async sampleLines(read: Read): Promise<string> {
    try {
      const got = await withTimeout(readTimeoutMs, (async () => read())());
      const readings: readonly Reading[] = typeof got === 'number' ? [{ value: got }] : got;
      return readings
        .map(({ value, labels = {} }) => sampleLine(this.name, labelText(labels), value))
        .join('');
    } catch {
      return '';
    }
  }
}
