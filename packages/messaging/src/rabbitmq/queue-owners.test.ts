import { queueCatalogue } from '@postrider/contracts/queues';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Broker } from './broker';

const services = join(__dirname, '../../../../services');
const owners = [...new Set(Object.values(queueCatalogue).map(({ owner }) => owner))];

test.each(owners)('%s starts the consumers of its queues', (owner) => {
  const files = globSync('src/**/*.ts', { cwd: join(services, owner) });
  const sources = files.map((file) => readFileSync(join(services, owner, file), 'utf8'));
  expect(sources.filter((text) => text.includes(`consumeAll('${owner}'`))).toHaveLength(1);
});

test('a queue without a consumer does not compile', () => {
  // @ts-expect-error its queue is missing
  const start = (broker: Broker) => broker.consumeAll('metrics-aggregator', {});
  expect(start).toBeDefined();
});
