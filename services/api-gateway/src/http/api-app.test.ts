import type { IncomingMessage, ServerResponse } from 'node:http';
import { createDirectRoutes } from './api-app';
import type { Route } from './route';

const route = { method: 'POST', path: '/emails' } as Route;
const request = { method: 'POST', url: '/api/v1/emails', headers: {} } as IncomingMessage;
const response = {} as ServerResponse;

it('requests that come together begin in groups, between which answers of the engines are heard', async () => {
  let begun = 0;
  const groups: number[] = [];
  const direct = createDirectRoutes([route], () => Promise.resolve(void (begun += 1)));
  for (let n = 0; n < 40; n += 1) expect(direct(request, response)).toBe(true);
  expect(begun).toBe(0);
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    groups.push(begun);
  }
  expect(groups).toEqual([16, 32, 40, 40]);
});

it('other requests are left to others', () => {
  const direct = createDirectRoutes([route], () => Promise.reject(new Error('not for this one')));
  expect(direct({ ...request, url: '/api/v1/emails/1' } as IncomingMessage, response)).toBe(false);
});
