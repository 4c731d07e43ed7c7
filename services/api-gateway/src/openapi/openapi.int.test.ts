import fs from 'node:fs';
import path from 'node:path';
import { contactEventTypes, emailEventTypes } from '@postrider/contracts/events';
import { projectRoot } from '@postrider/testkit';
import { useApi } from '../../test/use-api';

const api = useApi({ shared: true });

interface Operation {
  readonly method: string;
  readonly template: string;
  readonly operationId: string;
  readonly statuses: string[];
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

function operations(): Operation[] {
  return Object.entries(api.document.paths ?? {}).flatMap(([template, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      if (operation === undefined) return [];
      const { operationId = '', responses = {} } = operation;
      const statuses = Object.keys(responses);
      return [{ method: method.toUpperCase(), template, operationId, statuses }];
    }),
  );
}

it('serves docs/openapi.json', () => {
  const file = path.join(projectRoot(), 'docs/openapi.json');
  expect(api.document).toEqual(JSON.parse(fs.readFileSync(file, 'utf8')));
});

it('names each endpoint once', () => {
  const names = operations().map(({ operationId }) => operationId);
  expect(names.filter((name) => !/^[a-z][A-Za-z]+$/.test(name))).toEqual([]);
  expect(new Set(names).size).toBe(names.length);
});

it('documents nothing that is not there', async () => {
  for (const { method, template } of operations()) {
    const { headers, text } = await send(template.replace(/\{\w+\}/g, 'x'), method);
    expect([method, template, headers.get('allow'), text.includes('no such endpoint')]).toEqual([
      method,
      template,
      null,
      false,
    ]);
  }
});

it('asks for a key everywhere, and says what is refused without one', async () => {
  expect(api.document.security).toEqual([{ apiKey: [] }]);
  for (const { method, template, statuses } of operations()) {
    expect(statuses).toContain('401');
    const response = await fetch(`${api.url}/api/v1${template.replace(/\{\w+\}/g, 'x')}`, { method });
    expect(response.status).toBe(401);
  }
});

it('refers to nothing that it does not define, and lets answers gain fields', () => {
  const schemas = api.document.components?.schemas ?? {};
  const json = JSON.stringify(api.document);
  const references = [...json.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(references.length).toBeGreaterThan(10);
  expect(references.filter((name) => name === undefined || !(name in schemas))).toEqual([]);
  // Things that only requests hold: a filter with a key too many would select other people than was meant.
  const others = Object.entries(schemas).filter(
    ([name]) => !/(?:Filter|Condition|Group)$|^(?:Email)?Document(?!.*Output$)/.test(name),
  );
  expect(JSON.stringify([api.document.paths, others])).not.toContain('"additionalProperties":false');
});

it('describes the webhook of every event type', () => {
  const types = [...emailEventTypes, ...contactEventTypes, 'email.received', 'webhook.test'];
  expect(Object.keys(api.document.webhooks ?? {}).sort()).toEqual(types.sort());
});

function send(target: string, method: string): Promise<{ headers: Headers; text: string }> {
  return fetch(`${api.url}/api/v1${target}`, {
    method,
    headers: { authorization: `Bearer ${api.key.token}` },
  }).then(async (response) => ({ headers: response.headers, text: await response.text() }));
}
