import { createMetrics } from './metrics';

test('each scrape tells all that was counted so far', async () => {
  const metrics = createMetrics();
  const counter = metrics.counter('jobs', 'Jobs.', { outcome: ['done', 'failed'] });
  const done = counter.with({ outcome: 'done' });
  done.add();
  counter.add(2, { outcome: 'done' });
  expect(await metrics.text()).toContain('jobs_total{outcome="done"} 3\njobs_total{outcome="failed"} 0\n');
  done.add(0.5);
  expect(await metrics.text()).toContain('jobs_total{outcome="done"} 3.5\n');
});

test.each([-1, Number.NaN, Infinity])('a counter does not grow by %p', (amount) => {
  const counter = createMetrics().counter('jobs', 'Jobs.');
  expect(() => counter.add(amount)).toThrow(`a counter cannot grow by ${amount}`);
});
