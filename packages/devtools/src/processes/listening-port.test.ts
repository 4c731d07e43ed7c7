import net, { type AddressInfo } from 'node:net';
import { freePort } from '@postrider/testkit';
import { assertPortsFree } from '../stack/taken-ports';
import { isListening, portOwner } from './listening-port';

let server: net.Server;
let port: number;
beforeEach(async () => {
  server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.close());

it('knows whether something listens, and who', async () => {
  expect(await isListening(port)).toBe(true);
  expect(portOwner(port)).toMatchObject({ pid: process.pid, folder: process.cwd() });
  await new Promise((resolve) => server.close(resolve));
  expect(await isListening(port)).toBe(false);
  expect(portOwner(port)).toBeUndefined();
});

it('stops a start whose ports are taken, naming each port, its owner and the way out', async () => {
  const free = await freePort();
  const part = { part: 'the smtp-relay', ports: [free, port], pid: () => undefined };
  await expect(assertPortsFree([part])).rejects.toThrow(
    new RegExp(
      `^Port ${port}, which the smtp-relay needs, is taken by process ${process.pid} \\(.*, in ${process.cwd()}\\)\\.\n` +
        'Stop what holds it, or move all ports of this checkout: PORT_OFFSET=\\d+ make up$',
    ),
  );
});

it('does not complain about the ports of a part that runs, nor about one that is let go in a moment', async () => {
  await assertPortsFree([{ part: 'the smtp-relay', ports: [port], pid: () => process.pid }]);
  setImmediate(() => server.close());
  await assertPortsFree([{ part: 'the smtp-relay', ports: [port], pid: () => undefined }]);
});
