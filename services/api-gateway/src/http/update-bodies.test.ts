import { z } from 'zod';
import { allRoutes } from '../../test/all-routes';
import { consoleRoutes } from '../console/console-routes';

/** An update replaces a rule as a whole: its mode is required. Lists are always replaced as a whole. */
const replacedAsAWhole = ['PATCH /domains/:id inbound addresses'];

interface Definition {
  readonly type: string;
  readonly [part: string]: unknown;
}

/** Paths at which a schema puts in a value that the client has not sent. */
function defaultsIn(schema: unknown, path: string, seen = new Set<unknown>()): string[] {
  if (!(schema instanceof z.ZodType) || seen.has(schema)) return [];
  const inside = new Set([...seen, schema]);
  const { type, ...parts } = schema.def as unknown as Definition;
  if (type === 'array') return [];
  const here = ['default', 'prefault', 'catch'].includes(type) ? [path] : [];
  const below = Object.entries(parts).flatMap(([name, part]) =>
    name === 'shape'
      ? Object.entries(part as object).flatMap(([field, value]) =>
          defaultsIn(value, `${path} ${field}`, inside),
        )
      : [part].flat().flatMap((each) => defaultsIn(each, path, inside)),
  );
  return [...here, ...below];
}

const updates = [
  ...allRoutes(),
  ...consoleRoutes.map((each) => ({ ...each, path: `/console${each.path}` })),
].filter(({ method }) => method === 'PATCH');

it('finds a default at any depth', () => {
  const right = z.boolean().default(true);
  const body = z.object({ rights: z.object({ content: right }).optional().nullable(), list: z.array(right) });
  expect(defaultsIn(body, 'body')).toEqual(['body rights content']);
  expect(defaultsIn(z.union([body, z.string()]).pipe(z.any()), 'body')).toEqual(['body rights content']);
});

it('an update changes nothing that the client does not name', () => {
  expect(updates.length).toBeGreaterThan(10);
  const defaults = updates.flatMap(({ method, path, body }) => defaultsIn(body, `${method} ${path}`));
  expect(defaults).toEqual(replacedAsAWhole);
});
