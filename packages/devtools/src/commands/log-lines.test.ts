import { stripVTControlCharacters } from 'node:util';
import { linesOfEmail, passes, printLogLine, readLogLine } from './log-lines';

const line = (process: string, second: number, rest: object) =>
  readLogLine(
    process,
    JSON.stringify({ level: 'info', time: `2026-11-22T10:00:0${second}.000Z`, name: process, ...rest }),
  );
const emailId = '019a0000-0000-7000-8000-000000000001';
const request = line('api-gateway', 1, {
  request_id: 'r-1',
  message_id: emailId,
  status: 200,
  msg: 'request',
});
const failure = line('api-gateway', 0, {
  level: 'warn',
  request_id: 'r-1',
  msg: 'the database is not available',
});
const sent = line('send-worker', 3, { message_id: emailId, outcome: 'delivered', msg: 'message processed' });
const other = line('send-worker', 2, { message_id: 'another', msg: 'message processed' });

test('all that was said about an email comes in order, with lines of the request that made it', () => {
  expect(linesOfEmail([sent, other, request, failure], emailId)).toEqual([failure, request, sent]);
});

test('a line is printed with its time, its process and what it says', () => {
  expect(stripVTControlCharacters(printLogLine(sent))).toBe(
    `10:00:03.000 send-worker        info  message processed  message_id=${emailId} outcome=delivered`,
  );
  expect(printLogLine(readLogLine('send-worker', 'Segmentation fault'))).toContain(
    'send-worker        Segmentation fault',
  );
});

test('a filter asks for a service, a level and a text at once', () => {
  const pick = (filter: Parameters<typeof passes>[1]) =>
    [request, failure, sent, other].filter((each) => passes(each, filter));
  expect(pick({ service: 'send-worker' })).toEqual([sent, other]);
  expect(pick({ level: 'warn' })).toEqual([failure]);
  expect(pick({ service: 'send-worker', text: 'delivered' })).toEqual([sent]);
});
