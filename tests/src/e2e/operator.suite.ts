import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '@postrider/testkit';
import { copiesOf, emailThatIs, eventTypes, message, running, webhookOf } from './running-system';

async function postrider(...args: string[]): Promise<unknown> {
  const main = path.join(projectRoot(), 'packages/operator/dist/main.js');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [main, '--json', '--operator', 'olga', ...args],
    {
      env: running().settings,
    },
  );
  return JSON.parse(stdout);
}

export function retryingFailedMail(): void {
  test('mail that failed is sent again by the operator, once; who was told of the failure is told that it goes on', async () => {
    const system = running();
    const { pool } = system;
    const usage = async () => (await system.api().request('GET', '/usage')).body;
    const scheduledAt = new Date(Date.now() + 2_000).toISOString();
    const { id } = await system.api().send({ ...message('jane@recipients.test'), scheduled_at: scheduledAt });
    const charged = await usage();
    const { rows } = await pool.query<{ organization_id: string; text: string }>(
      'DELETE FROM message_contents WHERE message_id = $1 RETURNING organization_id, text',
      [id],
    );
    await emailThatIs('failed', id);
    await webhookOf(id, 'email.failed');
    const [content] = rows;
    await pool.query('INSERT INTO message_contents (message_id, organization_id, text) VALUES ($1, $2, $3)', [
      ...[id, content?.organization_id, content?.text],
    ]);

    expect(await postrider('messages', 'retry', id)).toMatchObject([
      { result: 'queued again', recipients: 1 },
    ]);
    const email = await emailThatIs('delivered', id);
    expect(eventTypes(email)).toEqual(['queued', 'failed', 'delivery_delayed', 'sent', 'delivered']);
    await webhookOf(id, 'email.delivery_delayed');
    await webhookOf(id, 'email.delivered');
    expect(await postrider('messages', 'retry', id)).toEqual([]);
    expect(copiesOf(id)).toHaveLength(1);
    expect(await usage()).toEqual(charged);
  }, 60_000);
}
