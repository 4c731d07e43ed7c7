import { createSender, queueMessage } from '../../test/queue-message';
import { openStage, type Stage } from '../../test/stage';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

it('delivers the mail of one organization beside the costly mail of another, and that as it was written', async () => {
  const victim = await createSender(stage.context);
  const html = `<p>${'='.repeat(2_000_000)}</p>`;
  const costly = await Promise.all(
    Array.from({ length: 6 }, (_, i) =>
      stage.send({ to: [`costly${i}@example.test`], html, text: null, attachments: [] }),
    ),
  );
  const id = await queueMessage(stage.context, victim, { to: ['victim@example.test'] });
  await stage.enqueue(id);
  await stage.reaches(id, 'delivered', 30_000);
  for (const each of costly) await stage.reaches(each, 'delivered', 60_000);
  const received = stage.sink.messages.filter(({ raw }) => raw.length > 6_000_000);
  expect(received).toHaveLength(6);
  const body = received[0]?.raw.toString() ?? '';
  expect(body.replaceAll('=\r\n', '').replaceAll('=3D', '=')).toContain(html);
  expect((await stage.read(costly[0] ?? '')).attempts).toHaveLength(1);
}, 120_000);
