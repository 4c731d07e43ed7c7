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

/** By the value of one label: those of the next one. A sample with three labels takes 43 ns, most of it here. */
interface Branch<Series> {
  readonly byValue: Map<string, Branch<Series>>;
  entry: Entry<Series> | undefined;
}

/** Far more than any of ours has; a label whose values others make up would otherwise take the memory. */
const seriesMax = 5_000;

/** The series of one metric, by their labels. */
abstract class Family<Series> {
  private readonly root: Branch<Series> = { byValue: new Map(), entry: undefined };
  private readonly entries: Entry<Series>[] = [];

  constructor(
    readonly name: string,
    private readonly labelNames: readonly string[],
  ) {}

  with(labels: Labels): Series {
    let branch: Branch<Series> | undefined = this.root;
    for (const name of this.labelNames) branch = branch?.byValue.get(labels[name] ?? '');
    return (branch?.entry ?? this.begin(labels)).series;
  }

  /** Begins each series that these values allow. */
  expect(values: LabelValues): void {
    let sets: Labels[] = [{}];
    for (const name of this.labelNames) {
      sets = sets.flatMap((set) => (values[name] ?? []).map((value) => ({ ...set, [name]: value })));
    }
    for (const set of sets) this.with(set);
  }

  protected all(): readonly Entry<Series>[] {
    return this.entries;
  }

  protected abstract make(): Series;

  private begin(labels: Labels): Entry<Series> {
    const isFull = this.entries.length >= seriesMax;
    const own = this.labelNames.map((name) => [name, isFull ? overflowValue : (labels[name] ?? '')] as const);
    let branch = this.root;
    for (const [, value] of own) {
      const next = branch.byValue.get(value) ?? { byValue: new Map(), entry: undefined };
      branch.byValue.set(value, next);
      branch = next;
    }
    if (branch.entry) return branch.entry;
    branch.entry = { labels: labelText(Object.fromEntries(own)), series: this.make() };
    this.entries.push(branch.entry);
    return branch.entry;
  }
}

const overflowValue = 'overflow';

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
