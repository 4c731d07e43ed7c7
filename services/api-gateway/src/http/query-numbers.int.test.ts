import { useApi } from '../../test/use-api';

const api = useApi({ shared: true });

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: { readonly type?: string };
}

/** `/emails?limit`, for each number that the document has in a query. */
function numbers(): { path: string; name: string }[] {
  return Object.entries(api.document.paths ?? {}).flatMap(([path, item]) =>
    ((item.get?.parameters ?? []) as readonly Parameter[])
      .filter((parameter) => parameter.in === 'query' && /integer|number/.test(parameter.schema.type ?? ''))
      .map(({ name }) => ({ path: path.replace(/\{\w+\}/g, 'x'), name })),
  );
}

it('reads numbers in queries as decimal digits, and names the field that has others', async () => {
  expect(numbers()).toEqual(expect.arrayContaining([{ path: '/metrics', name: 'days' }]));
  expect(numbers().length).toBeGreaterThanOrEqual(12);
  for (const { path, name } of numbers()) {
    for (const value of ['0x10', '1e1', '%205', '%2B5', '5.0', '', '0', '1000']) {
      const { refusal, text } = await api.get(`${path}?${name}=${value}`);
      expect([path, value, refusal]).toEqual([path, value, '422 validation_error']);
      expect(text).toMatch(new RegExp(`"message":"${name}: must be a whole number between 1 and \\d+, in`));
    }
  }
});
