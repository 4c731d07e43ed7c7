/** What a message needs next: processor time somewhere, or its log on PostgreSQL's disk. */
export type Visit = { readonly at: string; readonly ms: number } | { readonly logKilobytes: number };

export interface SimulatedInstallation {
  /** Groups of nodes, each of so many cores: who is there takes the next of one queue. */
  readonly cores: Readonly<Record<string, number>>;
  /** All commits that wait share the next flush. */
  readonly disk: { readonly flushMs: number; readonly megabytesPerSecond: number };
  /** In this order, each message. */
  readonly visits: readonly Visit[];
}

/** At random at a rate, or a new message for each that is done: then it shows what the installation can do. */
export type Arrivals = { readonly perSecond: number } | { readonly inFlight: number };

export interface Simulated {
  /** Messages that were done, a second. */
  readonly perSecond: number;
  /** Of the time, by group of nodes, and `disk`. */
  readonly busy: Readonly<Record<string, number>>;
  /** Of a message from its arrival to its last step, in milliseconds. */
  readonly tookMs: { readonly mean: number; readonly p99: number };
}

interface Message {
  readonly arrivedMs: number;
  visit: number;
}

interface Station {
  readonly servers: number;
  readonly queue: Message[];
  working: number;
  busyMs: number;
}

/** Until queues have become what they are. */
const warmUpShare = 0.25;
const diskName = 'disk';

/** Random, but the same each time: processor times are exponential about their means, arrivals independent of each other. */
export function simulateCapacity(
  { cores, disk, visits }: SimulatedInstallation,
  { arrivals, seconds }: { readonly arrivals: Arrivals; readonly seconds: number },
): Simulated {
  const random = randomFrom(42);
  const exponential = (mean: number): number => -mean * Math.log(1 - random());
  const [endMs, warmMs] = [seconds * 1_000, seconds * 1_000 * warmUpShare];
  const stations = stationsOf({ ...cores, [diskName]: 1 });
  const processorMsOf = ({ visit }: Message): number => (visits[visit] as { ms?: number }).ms ?? 0;
  const kilobytesOf = ({ visit }: Message): number =>
    (visits[visit] as { logKilobytes?: number }).logKilobytes ?? 0;
  const agenda = createAgenda();
  const took: number[] = [];

  const begin = (name: string): void => {
    const station = stations.get(name);
    if (!station) throw new Error(`no nodes for ${name}`);
    const first = station.working < station.servers ? station.queue.shift() : undefined;
    if (!first) return;
    const taken = name === diskName ? [first, ...station.queue.splice(0)] : [first];
    // Kilobytes over megabytes a second are milliseconds.
    const logMs = sum(taken.map(kilobytesOf)) / disk.megabytesPerSecond;
    const ms = name === diskName ? disk.flushMs + logMs : exponential(processorMsOf(first));
    station.working += 1;
    if (agenda.nowMs() >= warmMs) station.busyMs += ms;
    agenda.add(ms, () => {
      station.working -= 1;
      begin(name);
      for (const message of taken) advance({ message, next: message.visit + 1 });
    });
  };
  const advance = ({ message, next }: { readonly message: Message; readonly next: number }): void => {
    message.visit = next;
    const visit = visits[next];
    if (!visit) return done(message);
    const name = 'at' in visit ? visit.at : diskName;
    stations.get(name)?.queue.push(message);
    begin(name);
  };
  const arrive = (): void => advance({ message: { arrivedMs: agenda.nowMs(), visit: 0 }, next: 0 });
  const arriveNext = (perSecond: number): void =>
    agenda.add(exponential(1_000 / perSecond), () => {
      arriveNext(perSecond);
      arrive();
    });
  const done = ({ arrivedMs }: Message): void => {
    if (agenda.nowMs() >= warmMs) took.push(agenda.nowMs() - arrivedMs);
    if ('inFlight' in arrivals) arrive();
  };

  if ('inFlight' in arrivals) for (let one = 0; one < arrivals.inFlight; one += 1) arrive();
  else arriveNext(arrivals.perSecond);
  agenda.runUntil(endMs);

  const countedMs = endMs - warmMs;
  const busy = [...stations].map(([name, { busyMs, servers: count }]) => [name, busyMs / count / countedMs]);
  return {
    perSecond: (took.length * 1_000) / countedMs,
    busy: Object.fromEntries(busy) as Record<string, number>,
    tookMs: { mean: sum(took) / took.length, p99: quantile(took, 0.99) },
  };
}

function stationsOf(servers: Readonly<Record<string, number>>): ReadonlyMap<string, Station> {
  return new Map(
    Object.entries(servers).map(([name, each]) => [
      name,
      { servers: each, queue: [], working: 0, busyMs: 0 },
    ]),
  );
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** What is to come, the nearest last. It is short: what each core does, one flush, the next arrival. */
function createAgenda() {
  const entries: { readonly atMs: number; readonly what: () => void }[] = [];
  let nowMs = 0;
  return {
    nowMs: () => nowMs,
    /** In so many milliseconds. */
    add: (inMs: number, what: () => void) => {
      const atMs = nowMs + inMs;
      entries.splice(entries.findLastIndex((entry) => entry.atMs > atMs) + 1, 0, { atMs, what });
    },
    runUntil: (endMs: number) => {
      for (let next = entries.pop(); next && next.atMs <= endMs; next = entries.pop()) {
        nowMs = next.atMs;
        next.what();
      }
    },
  };
}

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
