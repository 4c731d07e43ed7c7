import { Socket } from 'node:net';
import { eventually, useTestContext } from '@postrider/testkit';
import { createLogger } from '@postrider/runtime';
import { createConnection } from './connection';

const context = useTestContext();

test('frames of one turn of the event loop leave in one call', async () => {
  const log = createLogger({ name: 'connection test', level: 'silent' });
  const connection = await createConnection({ url: context.amqpUrl, name: 'connection test', log });
  const { channel } = await connection.openChannel();
  const { queue } = await channel.assertQueue('', { exclusive: true });
  const writes = jest.spyOn(Socket.prototype, '_write');
  const gatheredWrites = jest.spyOn(Socket.prototype, '_writev');
  for (let count = 0; count < 20; count += 1) channel.sendToQueue(queue, Buffer.from('x'));
  // Its answer comes when all before it has left.
  await channel.checkQueue(queue);
  expect(gatheredWrites).toHaveBeenCalled();
  // The twenty messages are one call, and the look at the queue is another.
  expect(writes.mock.calls.length + gatheredWrites.mock.calls.length).toBeLessThan(10);
  jest.restoreAllMocks();
  await eventually(async () => (await channel.checkQueue(queue)).messageCount === 20);
  await connection.close();
});
