import { allRoutes } from '../../test/all-routes';

it('an object whose update names a version shows it when it is read, and when it is created', () => {
  const routes = allRoutes();
  const updates = routes.filter(({ method, versioned }) => method === 'PATCH' && versioned !== undefined);
  expect(updates.map(({ path }) => path).sort()).toEqual([
    '/alert-rules',
    '/automations/:id_or_slug',
    '/broadcasts/:id',
    '/organization',
    '/segments/:id',
    '/signup-forms/:id',
    '/templates/:id_or_slug',
    '/topics/:slug',
  ]);
  for (const { path, versioned } of updates) {
    const read = routes.find((route) => route.method === 'GET' && route.path === path);
    expect([path, read?.versioned]).toEqual([path, versioned]);
    const collection = path.replace(/\/:\w+$/, '');
    const create = routes.find((route) => route.method === 'POST' && route.path === collection);
    if (create) expect([collection, create.versioned]).toEqual([collection, versioned]);
  }
});

it('a version has all fields that the update can change', () => {
  for (const { method, body, versioned, path } of allRoutes()) {
    if (method !== 'PATCH' || versioned === undefined) continue;
    const { shape } = body as unknown as { readonly shape: object };
    expect([path, versioned.fields]).toEqual([path, expect.arrayContaining(Object.keys(shape))]);
  }
});
