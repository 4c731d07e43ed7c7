import { execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '@postrider/testkit';
import { parse } from 'yaml';
import { readServiceSettings } from '../commands/env-example';
import { serviceNames } from '../processes/service-process';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly command?: readonly string[];
        readonly environment?: Readonly<Record<string, string | number>>;
        readonly secrets?: readonly string[];
        readonly read_only?: boolean;
        readonly ports?: readonly string[];
        readonly image: string;
        readonly restart?: string;
        readonly logging?: { readonly driver: string; readonly options?: object };
        readonly healthcheck?: { readonly test: readonly string[] };
        readonly deploy?: { readonly resources: { readonly limits: { readonly memory: string } } };
      }
    >
  >;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const folder = path.join(projectRoot(), 'deploy', 'compose');
const compose = parse(fs.readFileSync(path.join(folder, 'compose.yaml'), 'utf8'), { merge: true }) as Compose;
const variables: Readonly<Record<string, string>> = {
  PLATFORM_HOST: 'mail.example.com',
  SMTP_NAME: 'smtp.example.com',
  EHLO_NAME: 'out.example.com',
  PLATFORM_FROM: '',
};
let made: string;

beforeAll(() => {
  made = fs.mkdtempSync(path.join(os.tmpdir(), 'compose-'));
  execFileSync('sh', [path.join(folder, 'make-secrets.sh')], {
    cwd: made,
    env: { ...process.env, PATH: `${withoutChown(made)}:${process.env['PATH'] ?? ''}` },
  });
});
afterAll(() => fs.rmSync(made, { recursive: true }));

/** Giving files away takes root. */
function withoutChown(directory: string): string {
  const bin = path.join(directory, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(path.join(bin, 'chown'), '#!/bin/sh\n', { mode: 0o755 });
  return bin;
}

it.each(serviceNames)(
  '%s has its settings, and its secrets from the files that it is given',
  async (name) => {
    const service = compose.services[name];
    const env = Object.fromEntries(
      Object.entries(service?.environment ?? {}).map(([setting, value]) => {
        const text = String(value).replace(
          /\$\{(\w+)[^}]*\}/g,
          (_, variable: string) => variables[variable] ?? '',
        );
        const secret = /^\/run\/secrets\/(\w+)$/.exec(text)?.[1];
        if (secret === undefined) return [setting, text];
        expect(service?.secrets).toContain(secret);
        return [setting, path.join(made, compose.secrets[secret]?.file ?? '')];
      }),
    );
    const { problems, unknown } = await readServiceSettings(name, env);
    expect(problems).toEqual([]);
    expect(unknown).toEqual([]);
    expect(service?.read_only).toBe(true);
  },
);

it.each(['docker-compose.yml', 'deploy/compose/compose.yaml'])('%s starts programs that exist', (name) => {
  const text = fs.readFileSync(path.join(projectRoot(), name), 'utf8');
  const { services } = parse(text, { merge: true }) as Compose;
  const words = Object.values(services).flatMap(({ command = [] }) => command);
  const programs = words.filter((word) => word.includes('/dist/'));
  expect(programs.length).toBeGreaterThan(4);
  const sources = programs.map((file) => file.replace('/dist/', '/src/').replace(/\.js$/, '.ts'));
  expect(sources.filter((file) => !fs.existsSync(path.join(projectRoot(), file)))).toEqual([]);
});

it('opens nothing but mail and HTTPS', () => {
  const open = Object.entries(compose.services).flatMap(([name, { ports = [] }]) =>
    ports.map((port) => `${name} ${port}`),
  );
  expect(open).toEqual([
    ...['587:2587', '2587:2587', '465:2465', '25:2525'].map((port) => `smtp-relay ${port}`),
    ...['80:80', '443:443', '443:443/udp'].map((port) => `caddy ${port}`),
  ]);
});

it('make-secrets.sh keeps the secrets that exist', () => {
  const before = fs.readFileSync(path.join(made, 'secrets', 'master_key'), 'utf8');
  execFileSync('sh', [path.join(folder, 'make-secrets.sh')], {
    cwd: made,
    env: { ...process.env, PATH: `${path.join(made, 'bin')}:${process.env['PATH'] ?? ''}` },
  });
  expect(fs.readFileSync(path.join(made, 'secrets', 'master_key'), 'utf8')).toBe(before);
});

const running = Object.entries(compose.services).filter(([, { restart }]) => restart !== undefined);

it('rotates every log, and limits memory so that all fits a machine of 4 GB', () => {
  const units: Readonly<Record<string, number>> = { M: 1, G: 1_024 };
  const limits = running.map(([, { deploy }]) => {
    const [, count, unit = ''] = /(\d+)([MG])\}?$/.exec(deploy?.resources.limits.memory ?? '') ?? [];
    return Number(count) * (units[unit] ?? NaN);
  });
  expect(limits.reduce((sum, limit) => sum + limit, 0)).toBeLessThanOrEqual(3_584);
  for (const [name, { logging }] of running)
    expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '5' }]);
});

it('names at least the minor version of each image', () => {
  const images = Object.values(compose.services).map(({ image }) => image);
  const tags = images.filter((image) => !image.startsWith('${')).map((image) => image.split(':')[1]);
  expect(tags.length).toBeGreaterThan(3);
  // Of PostgreSQL the first number names the minor versions' common format of data.
  expect(tags.filter((tag) => !/^(\d+\.\d+|17)/.test(tag ?? ''))).toEqual([]);
});

it.each(serviceNames)('%s is healthy while it is ready', async (name) => {
  const [, program, ...args] = compose.services[name]?.healthcheck?.test ?? [];
  expect([program, args[0], args.length]).toEqual(['node', '-e', 3]);
  let status = 200;
  const asked: (string | undefined)[] = [];
  const server = http.createServer((request, response) => {
    asked.push(request.url);
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const exitCode = () =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [...args.slice(0, -1), String(port)]);
      child.on('close', resolve);
    });
  expect(await exitCode()).toBe(0);
  status = 503;
  expect(await exitCode()).toBe(1);
  await new Promise((resolve) => server.close(resolve));
  expect(await exitCode()).toBe(1);
  expect(asked).toEqual(['/readyz', '/readyz']);
  const config = fs.readFileSync(path.join(projectRoot(), 'services', name, 'src', 'config.ts'), 'utf8');
  expect(config).toContain(`healthPort: ${args.at(-1)}`);
});

it('gives Caddy what its Caddyfile asks for', () => {
  const caddyfile = fs.readFileSync(path.join(folder, 'caddy', 'Caddyfile'), 'utf8');
  const wanted = [...caddyfile.matchAll(/\{\$(\w+)(:?)/g)].filter(([, , byDefault]) => byDefault === '');
  const given = Object.keys(compose.services['caddy']?.environment ?? {});
  expect(given).toEqual(expect.arrayContaining(wanted.map(([, name]) => name)));
  const systemd = fs.readFileSync(path.join(projectRoot(), 'deploy/systemd/examples/caddy.env'), 'utf8');
  for (const [, name] of wanted) expect(systemd).toMatch(new RegExp(`^${name}=`, 'm'));
});
