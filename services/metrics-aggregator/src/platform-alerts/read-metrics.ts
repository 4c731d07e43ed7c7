import { lookup } from 'node:dns/promises';
import { createHttpClient } from '@postrider/http-client';
import { isNeeded, type Labels, type PrintedSeries, type SampleStore } from './samples';

/** A process whose metrics are read. */
export interface WatchedProcess {
  readonly service: string;
  readonly url: URL;
}

export interface ReadMetrics {
  /** Reads all processes once; a process that does not answer has the series `up` with 0, as in Prometheus. */
  read(samples: SampleStore, atSeconds: number): Promise<void>;
  close(): Promise<void>;
}

/** A read is a few engines' round trips; one that hangs costs its own readings 5 s. */
const readTimeoutMs = 8_000;
const connectTimeoutMs = 3_000;
/** A gateway with all its routes prints 1 MB. */
const bytesMax = 8 * 1_048_576;

export function createReadMetrics(processes: readonly WatchedProcess[]): ReadMetrics {
  const http = createHttpClient({
    // Names of this machine and of containers too. The operator names the processes, so any address is permitted.
    resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
    isPermitted: () => true,
    connectTimeoutMs,
    connectionsPerOriginMax: 1,
  });
  const readOne = async ({ url }: WatchedProcess): Promise<string | null> => {
    try {
      const answer = await http.request({ method: 'GET', url, timeoutMs: readTimeoutMs, bytesMax });
      return answer.status === 200 ? answer.body.toString('utf8') : null;
    } catch {
      return null;
    }
  };
  return {
    read: async (samples, atSeconds) => {
      await Promise.all(
        processes.map(async (process) => {
          const text = await readOne(process);
          const labels = { service: process.service, instance: process.url.host };
          const up = { metric: 'up', labels: { job: 'postrider', ...labels }, value: text === null ? 0 : 1 };
          samples.add(process.url.href, atSeconds, [up, ...parseMetrics(text ?? '', labels)]);
        }),
      );
    },
    close: () => http.close(),
  };
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? ([^ ]+)(?: \d+)?$/;
const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\.)*)"/g;

/** The series that rules need, of Prometheus' text format. */
export function parseMetrics(text: string, added: Labels): PrintedSeries[] {
  return text.split('\n').flatMap((each) => {
    if (each.startsWith('#') || !isNeeded(/^[\w:]*/.exec(each)?.[0] ?? '')) return [];
    const [, metric, labels = '', printed = ''] = line.exec(each) ?? [];
    if (metric === undefined) return [];
    const own: Record<string, string> = {};
    for (const [, name = '', value = ''] of labels.matchAll(label)) own[name] = unescaped(value);
    return { metric, labels: { ...own, ...added }, value: numberOf(printed) };
  });
}

const unescaped = (value: string): string =>
  value.replace(/\\(.)/g, (_escape, character: string) => (character === 'n' ? '\n' : character));

const numberOf = (printed: string): number => (/^[+]?Inf$/.test(printed) ? Infinity : Number(printed));
