import { isId, newId } from './ids';

it('makes ids that are new, in order, and UUIDv7, however many', () => {
  const ids = Array.from({ length: 5_000 }, newId);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...ids].sort()).toEqual(ids);
  expect(ids.every((id) => isId(id) && id[14] === '7')).toBe(true);
});
