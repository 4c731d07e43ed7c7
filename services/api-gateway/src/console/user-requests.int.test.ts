import { createUser } from '@postrider/testkit';
import { openBrowser } from '../../test/console-browser';
import { useApi } from '../../test/use-api';
import { createTurnedClock } from '../../test/turned-clock';

const clock = createTurnedClock();
beforeAll(() => clock.stop());
const api = useApi({ clock });

it('lets a user change so much in a minute, says when to go on, and leaves other users alone', async () => {
  const { pool } = api;
  const [user, other] = [await createUser(pool), await createUser(pool)];
  const rename = (by: typeof user, name: string) =>
    openBrowser(api, by).send('PATCH', '/profile', { body: { name } });
  const names = Array.from({ length: 125 }, (_none, index) => `Ada ${index}`);
  const answers = [];
  for (const name of names) answers.push(await rename(user, name));
  const refused = answers.filter(({ refusal }) => refusal === '429 rate_limited');
  expect(refused).toHaveLength(5);
  expect(refused[0]?.headers.get('retry-after')).toBe('60');
  expect(refused[0]?.body).toMatchObject({
    error: { message: 'Too many requests. Try again in 1 minute.' },
  });
  expect((await rename(other, 'Grace')).status).toBe(200);
  // Reading has a limit of its own.
  expect((await openBrowser(api, user).get('/profile')).status).toBe(200);
});
