import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';

/** A metric as docs/metrics.md has it. */
export interface DocumentedMetric {
  /** As it is printed: counters end in `_total`. */
  readonly name: string;
  readonly type: string;
  readonly labels: readonly string[];
  /** The services that print it. */
  readonly services: readonly string[] | 'all';
}

const row = /^\| `(\w+)` +\| (\w+) +\| (.*?) *\| (.*?) +\|/;

export function documentedMetrics(): DocumentedMetric[] {
  const page = fs.readFileSync(path.join(projectRoot(), 'docs', 'metrics.md'), 'utf8');
  return page.split('\n').flatMap((line) => {
    const [, name = '', type = '', labels = '', services = ''] = row.exec(line) ?? [];
    if (name === '') return [];
    return {
      name,
      type,
      labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label),
      services: services === 'all' ? services : services.split(', '),
    };
  });
}
