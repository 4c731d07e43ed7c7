import { checkInput, validationMessage } from '../errors/validation-message';
import { createAutomationRequest, postEventRequest } from './automation';
import { durationMs } from './automation-step';

function faultOf(...steps: unknown[]): string {
  const body = { name: 'Welcome', trigger: { event: 'user.signed_up' }, steps };
  const read = checkInput(createAutomationRequest, body);
  return read.ok ? '' : validationMessage(read.problems);
}

const send = { type: 'send', from: 'a@example.com', template: { slug: 'welcome' } };
const when = (condition: unknown, then: unknown[] = [send]) => ({
  ...{ type: 'condition', if: { all: [condition] } },
  then,
});
const nested = (depth: number): unknown =>
  depth === 0 ? send : when({ status: 'SUBSCRIBED' }, [nested(depth - 1)]);

it.each([
  [send],
  [{ type: 'send', from: 'a@example.com', subject: 'Hello', text: 'x', topic: 'news' }],
  [{ type: 'wait', duration: '365d' }],
  [{ type: 'wait_until', event: 'order.paid', timeout: '3d' }],
  [{ type: 'wait_until', time: '09:30', timezone: 'Europe/Berlin' }],
  [{ type: 'wait_until', event_property: 'ends_at' }],
  [when({ topic: 'news', state: 'SUBSCRIBED' })],
  [when({ property: 'city', op: 'exists' })],
  [when({ event_property: 'total', op: 'gt', value: 5 })],
  [when({ waited: 'timeout' })],
  [{ type: 'update_contact', properties: { tier: 'gold' }, status: 'UNSUBSCRIBED' }],
  [{ type: 'webhook', url: 'https://example.com/hook' }],
  [nested(3)],
])('takes the step %j', (step) => {
  expect(faultOf(step)).toBe('');
});

it.each([
  ['a duration of more than a year', { type: 'wait', duration: '366d' }, /^steps\[0\]\.duration: must/],
  ['a duration without a unit', { type: 'wait', duration: '30' }, /^steps\[0\]\.duration: must/],
  ['no duration at all', { type: 'wait' }, /^steps\[0\]\.duration: required/],
  ['an unknown type', { type: 'sleep' }, /^steps\[0\]\S*: type: must be send/],
  ['what is no step', 'send', /^steps\[0\]: must be an object/],
  ['content beside a template', { ...send, subject: 'x' }, /^steps\[0\]\.subject: cannot be combined/],
  ['no content', { type: 'send', from: 'a@example.com' }, /^steps\[0\]\.subject: required; steps\[0\]\.html/],
  ['an event without a timeout', { type: 'wait_until', event: 'x' }, /^steps\[0\]\.timeout: required/],
  [
    'two waits at once',
    { type: 'wait_until', time: '09:30', event_property: 'x' },
    /^steps\[0\]\.event: needs/,
  ],
  ['an unknown zone', { type: 'wait_until', time: '09:30', timezone: 'Mars' }, /timezone: must be/],
  ['a change of nothing', { type: 'update_contact' }, /^steps\[0\]: needs at least one field/],
  ['a subscription by an automation', { type: 'update_contact', status: 'SUBSCRIBED' }, /status: must be/],
  ['an unknown condition', when({ colour: 'red' }), /^steps\[0\]\.if\.all\[0\]: not a valid condition/],
  ['a fault in a branch', when({ waited: 'event' }, [{ type: 'wait' }]), /^steps\[0\]\.then\[0\]\.duration/],
  ['conditions four deep', nested(4), /^steps: must nest conditions at most 3 levels/],
])('refuses %s by its path', (_what, step, message) => {
  expect(faultOf(step)).toMatch(message);
});

it('bounds the steps before it looks at one, however they nest', () => {
  const tooMany = /^steps: must have at most 50 steps/;
  expect(faultOf(...Array.from({ length: 51 }, () => send))).toMatch(tooMany);
  expect(
    faultOf(
      when(
        { waited: 'event' },
        Array.from({ length: 50 }, () => 1),
      ),
    ),
  ).toMatch(tooMany);
  expect(faultOf(...Array.from({ length: 5_000 }, () => null))).toMatch(tooMany);
  expect(faultOf()).toBe('steps: needs at least one step');
  expect(faultOf(nested(5_000))).toMatch(/^steps: /);
});

it.each([
  ['30s', 30_000],
  ['5m', 300_000],
  ['2h', 7_200_000],
  ['3d', 259_200_000],
  ['0s', null],
  ['1w', null],
  ['1.5h', null],
  ['', null],
])('reads the duration %j', (duration, ms) => {
  expect(durationMs(duration)).toBe(ms);
});

it.each([
  [{}, /^event: required/],
  [{ event: 'x' }, /^email: needs exactly one/],
  [{ event: 'x', email: 'a@example.com', contact_id: '1' }, /^email: needs exactly one/],
  [{ event: 'a b', email: 'a@example.com' }, /^event: A-Z/],
  [{ event: 'x', email: 'a@example.com', properties: { a: { b: 1 } } }, /^properties\.a: must be a string/],
])('refuses the event %j', (body, message) => {
  const read = checkInput(postEventRequest, body);
  expect(read.ok ? '' : validationMessage(read.problems)).toMatch(message);
});
