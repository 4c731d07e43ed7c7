import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
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
  readonly name: string;
  readonly help: string;
  readonly registers: Registry[];
}

/** Far more than any of ours has; a label whose values others make up would otherwise take the memory. */
const seriesMax = 5_000;
const overflowValue = 'overflow';

/** The series of one metric, by their labels; each is at 0 from when it is first asked for. */
abstract class Family<Series> {
  private readonly known = new Map<string, Series>();

  constructor(private readonly labelNames: readonly string[]) {}

  with(labels: Labels): Series {
    const key = this.keyOf(labels);
    const known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size < seriesMax) return this.begin(key, labels);
    const beyond = Object.fromEntries(this.labelNames.map((name) => [name, overflowValue]));
    return this.known.get(this.keyOf(beyond)) ?? this.begin(this.keyOf(beyond), beyond);
  }

  /** Begins each series that these values allow. */
  expect(values: LabelValues): void {
    let sets: Labels[] = [{}];
    for (const name of this.labelNames) {
      sets = sets.flatMap((set) => (values[name] ?? []).map((value) => ({ ...set, [name]: value })));
    }
    for (const set of sets) this.with(set);
  }

  protected abstract make(labels: Labels): Series;

  private keyOf(labels: Labels): string {
    let key = '';
    for (const name of this.labelNames) key += `${labels[name] ?? ''}\n`;
    return key;
  }

  private begin(key: string, labels: Labels): Series {
    const series = this.make(Object.fromEntries(this.labelNames.map((name) => [name, labels[name] ?? ''])));
    this.known.set(key, series);
    return series;
  }
}

interface CounterSeries {
  add(amount?: number): void;
}

/** Counts in numbers of its own and tells the library at each scrape: there, each addition looks its labels up (0.3 µs at best). */
export class CounterFamily extends Family<CounterSeries> {
  private readonly counter: Counter;
  private readonly handOvers: (() => void)[] = [];

  constructor(head: Head, labelNames: readonly string[]) {
    super(labelNames);
    const collect = (): void => {
      for (const handOver of this.handOvers) handOver();
    };
    this.counter = new Counter({ ...head, labelNames, collect });
  }

  add(amount: number, labels: Labels): void {
    this.with(labels).add(amount);
  }

  protected make(labels: Labels): CounterSeries {
    const series = this.counter.labels(labels);
    series.inc(0);
    let untold = 0;
    this.handOvers.push(() => {
      series.inc(untold);
      untold = 0;
    });
    return {
      add: (amount = 1) => {
        if (!(amount >= 0 && amount < Infinity)) throw new Error(`a counter cannot grow by ${amount}`);
        untold += amount;
      },
    };
  }
}

interface HistogramSeries {
  record(value: number): void;
}

export class HistogramFamily extends Family<HistogramSeries> {
  private readonly histogram: Histogram;

  constructor(head: Head, labelNames: readonly string[], boundaries: readonly number[]) {
    super(labelNames);
    this.histogram = new Histogram({ ...head, labelNames, buckets: [...boundaries] });
  }

  record(value: number, labels: Labels): void {
    this.with(labels).record(value);
  }

  protected make(labels: Labels): HistogramSeries {
    this.histogram.zero(labels);
    const series = this.histogram.labels(labels);
    return { record: (value) => series.observe(value) };
  }
}

/** Half of the time that Prometheus gives a scrape by default: an engine that hangs must not cost the other readings. */
const readTimeoutMs = 5_000;

type Collected = Awaited<ReturnType<Gauge['get']>>;

/** What is read at each scrape, and kept nowhere in between. */
export class ObservedFamily extends Gauge {
  readonly reads: Read[] = [];

  constructor(
    private readonly head: Head,
    private readonly kind: 'gauge' | 'counter',
  ) {
    super(head);
  }

  override async get(): Promise<Collected> {
    const values = (await Promise.all(this.reads.map(readingsOf))).flat();
    const { name, help } = this.head;
    // The library declares numbers for what it prints as words.
    return { name, help, type: this.kind, values } as unknown as Collected;
  }
}

async function readingsOf(read: Read): Promise<readonly Reading[]> {
  try {
    const got = await withTimeout(readTimeoutMs, (async () => read())());
    return typeof got === 'number' ? [{ value: got }] : got;
  } catch {
    return [];
  }
}
