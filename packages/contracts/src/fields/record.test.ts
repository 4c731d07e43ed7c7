import { z } from 'zod';
import { checkInput, validationMessage } from '../errors/validation-message';
import { record } from './record';

const map = record(z.string().regex(/^[a-z_]+$/, 'a-z and _'), z.string().max(3)).refine(
  (entries) => Object.keys(entries).length <= 2,
  'at most two',
);
const request = z.object({ map: map.optional() });

function read(json: string): string {
  const read = checkInput(request, JSON.parse(json));
  return read.ok ? JSON.stringify(read.value) : validationMessage(read.problems);
}

it.each([
  '{"map":{"__proto__":"x"}}',
  '{"map":{"a":"x","__proto__":"y"}}',
  '{"map":{"constructor":"x","prototype":"y"}}',
  '{"map":{}}',
  '{}',
])('keeps every key: %s', (json) => {
  expect(read(json)).toBe(json);
});

it.each([
  ['{"map":{"__proto__":"long"}}', 'map.__proto__: must have at most 3 characters'],
  ['{"map":{"__proto__":{"polluted":"x"}}}', 'map.__proto__: must be a string'],
  ['{"map":{"a":"x","b":"y","__proto__":"z"}}', 'map: at most two'],
  ['{"map":[]}', 'map: must be an object'],
  ['{"map":null}', 'map: must be an object'],
])('holds __proto__ to the rules of every key: %s', (json, problem) => {
  expect(read(json)).toContain(problem);
});

it('refuses __proto__ where names have other letters', () => {
  const letters = record(z.string().regex(/^[a-z]+$/, 'a-z'), z.string());
  expect(checkInput(letters, JSON.parse('{"__proto__":"x"}'))).toEqual({
    ok: false,
    problems: [{ path: '__proto__', message: 'a-z' }],
  });
});

it('sets no prototype', () => {
  const read = record(z.string(), z.unknown()).parse(JSON.parse('{"__proto__":{"admin":true}}'));
  expect(Object.getPrototypeOf(read)).toBe(Object.prototype);
  expect(read['admin']).toBeUndefined();
});

it('a record of metadata is described as any record', () => {
  expect(z.toJSONSchema(map)).toEqual(
    z.toJSONSchema(z.record(z.string().regex(/^[a-z_]+$/), z.string().max(3))),
  );
});
