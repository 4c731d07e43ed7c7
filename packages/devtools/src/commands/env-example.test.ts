import fs from 'node:fs';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { describeSettings, envExampleFile } from './env-example';
import { developmentPorts } from '../stack/development-ports';
import { developmentSettings } from '../stack/development-settings';

const namesIn = (text: string) => [...text.matchAll(/^([A-Z][A-Z0-9_]*)=/gm)].map(([, name = '']) => name);

test('.env.example holds exactly the settings that the services read', async () => {
  expect(fs.readFileSync(envExampleFile(), 'utf8')).toBe(await describeSettings());
});

test('each setting occurs once', () => {
  const names = namesIn(fs.readFileSync(envExampleFile(), 'utf8'));
  expect(names).toEqual([...new Set(names)]);
});

test('make up and docker-compose.yml set nothing that no service reads', () => {
  const known = namesIn(fs.readFileSync(envExampleFile(), 'utf8'));
  const engine = { url: '' };
  const settings = developmentSettings({
    engines: { postgres: engine, redis: engine, rabbitmq: engine } as never,
    ports: developmentPorts(),
    secrets: {} as never,
    tls: { caFile: '', certFile: '', keyFile: '' },
  });
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([]);

  const compose = fs.readFileSync(path.join(projectRoot(), 'docker-compose.yml'), 'utf8');
  const ownOfImages =
    /^(POSTGRES|RABBITMQ|REDIS|AMQP)_(PORT|USER|PASSWORD|DB|DEFAULT_\w+|MANAGEMENT_PORT)$|^(DNS|SINK)_HOST$/;
  const named = [...compose.matchAll(/\b([A-Z][A-Z0-9]*_[A-Z0-9_]+):/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !known.includes(name) && !ownOfImages.test(name))).toEqual([]);
});
