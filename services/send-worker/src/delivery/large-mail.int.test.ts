import { createSender, queueMessage } from '../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../test/worker-harness';

let harness: WorkerHarness;
beforeAll(async () => {
  harness = await startWorkerHarness();
});
afterAll(() => harness.close());

it('delivers the mail of one organization beside the costly mail of another, and that as it was written', async () => {
  const victim = await createSender(harness.context);
  const html = `<p>${'='.repeat(2_000_000)}</p>`;
  const costly = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      harness.send({ to: [`costly${i}@example.test`], html, text: null, attachments: [] }),
    ),
  );
  const id = await queueMessage(harness.context, victim, { to: ['victim@example.test'] });
  await harness.enqueue(id);
  await harness.reaches(id, 'delivered', 30_000);
  for (const each of costly) await harness.reaches(each, 'delivered', 60_000);
  const received = harness.sink.messages.filter(({ raw }) => raw.length > 6_000_000);
  expect(received).toHaveLength(6);
  const body = received[0]?.raw.toString() ?? '';
  expect(body.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(html);
  expect((await harness.read(costly[0] ?? '')).attempts).toHaveLength(1);
});
