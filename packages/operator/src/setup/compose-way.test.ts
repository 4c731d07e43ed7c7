import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseAnswers, type GivenAnswers } from './answers/answers';
import { composeSteps } from './compose-way';

const answers = { domain: 'example.com', organization: 'Example', owner: 'ada@example.com' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'setup-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** What changed, by step. */
async function setUp(given: GivenAnswers): Promise<string[]> {
  const changes: string[] = [];
  for (const step of await composeSteps(folder, parseAnswers(given), {
    image: 'postrider:1.0.0',
    owner: null,
  })) {
    changes.push(...(await step.changes()));
    await step.apply();
  }
  return changes.map((change) => change.replace(`${folder}/`, ''));
}

const contentOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
const files = (): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    statSync(path.join(folder, file)).isFile(),
  );
const contents = () => Object.fromEntries(files().map((file) => [file, contentOf(file)]));

it('writes the settings and secrets of compose.yaml, closed to others', async () => {
  await setUp(answers);
  expect(contentOf('.env').split('\n')).toEqual([
    'POSTRIDER_IMAGE=postrider:1.0.0',
    'PLATFORM_HOST=mail.example.com',
    'SMTP_NAME=smtp.example.com',
    'EHLO_NAME=out.example.com',
    "PLATFORM_FROM='Postrider <postrider@example.com>'",
    '',
  ]);
  const amqp = new URL(contentOf('secrets/amqp_url'));
  expect(JSON.parse(contentOf('secrets/rabbitmq_definitions.json'))).toMatchObject({
    users: [{ name: amqp.username, password: amqp.password }],
    vhosts: [{ name: amqp.pathname.slice(1) }],
  });
  expect(new URL(contentOf('secrets/database_url')).password).toBe(contentOf('secrets/postgres_password'));
  expect(Buffer.from(contentOf('secrets/master_key'), 'base64')).toHaveLength(32);
  expect(statSync(path.join(folder, 'secrets/master_key')).mode & 0o777).toBe(0o400);
});

it('changes nothing when it is run again, and only what differs with another answer', async () => {
  await setUp(answers);
  const before = contents();
  expect(await setUp(answers)).toEqual([]);
  expect(contents()).toEqual(before);

  expect(await setUp({ ...answers, smtp_name: 'submit.example.com' })).toEqual(['write .env: SMTP_NAME']);
  const { '.env': _env, ...secrets } = contents();
  expect(before).toMatchObject(secrets);
});

it('passes the login of a smart host by a secret, and takes it back', async () => {
  const delivery = {
    ...{ host: 'relay.example.net', user: 'm@example.net', password: 'p#ss' },
    spf_include: 'spf.example.net',
  };
  await setUp({ ...answers, delivery });
  expect(contentOf('secrets/delivery_routes')).toBe('*=smtp://m%40example.net:p%23ss@relay.example.net:587');
  expect(contentOf('.env')).not.toContain('relay.example.net');
  await setUp(answers);
  expect(contentOf('secrets/delivery_routes')).toBe('');
});
