import fs from 'node:fs';
import http, { type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { eventually } from '@postrider/testkit';
import { createServiceProcess, type ServiceProcess } from './service-process';

let folder: string;
let service: ServiceProcess;
let foreign: Server | undefined;

/** A service whose whole code is this. */
function serviceOf(code: string, healthPort: number): ServiceProcess {
  const write = (file: string, text: string) => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  write('packages/runtime/dist/telemetry/register.js', '');
  write('services/smtp-relay/dist/main.js', code);
  const settings = { PORT: String(healthPort) };
  return createServiceProcess({
    ...{ service: 'smtp-relay', directory: folder, settings, healthPort, programRoot: folder },
  });
}

/** Another process that is ready, on a port of its choice. */
async function startForeign(): Promise<number> {
  const body = JSON.stringify({ status: 'ready', pid: process.pid });
  foreign = http.createServer((_request, response) => response.end(body)).listen(0, '127.0.0.1');
  await new Promise((resolve) => foreign?.once('listening', resolve));
  return (foreign.address() as AddressInfo).port;
}

const answering = `require('node:http').createServer((request, response) =>
  response.end(JSON.stringify({ status: 'ready', pid: process.pid }))).listen(process.env.PORT, '127.0.0.1');`;

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'service-'));
});
afterEach(async () => {
  await service.kill();
  foreign?.close();
  foreign?.closeAllConnections();
  foreign = undefined;
  fs.rmSync(folder, { recursive: true });
});

it('a service process is ready when it answers itself', async () => {
  const port = await startForeign();
  foreign?.close();
  service = serviceOf(answering, port);
  await service.start();
  expect(await service.readiness()).toMatchObject({ status: 200, isOurs: true });
});

it('that died is not ready because something else is, on its port', async () => {
  service = serviceOf(`console.log('no room'); process.exitCode = 1;`, await startForeign());
  await expect(service.start()).rejects.toThrow(
    new RegExp(
      `smtp-relay did not become ready: process ${process.pid} .* answers on its port \\d+.*no room`,
      's',
    ),
  );
  expect(await service.isReady()).toBe(false);
});

it('that lives, but does not answer itself, is not ready either', async () => {
  service = serviceOf('setInterval(() => undefined, 1_000);', await startForeign());
  service.launch();
  await eventually(() => service.pid() !== undefined);
  expect(await service.readiness()).toMatchObject({ status: 200, isOurs: false });
  expect(await service.isReady()).toBe(false);
});
