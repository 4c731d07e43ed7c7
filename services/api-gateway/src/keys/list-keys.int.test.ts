import type { KeyResource } from '@postrider/contracts/keys';
import type { Page } from '../paging/page';
import { useApi } from '../../test/use-api';

const hourMs = 3_600_000;

const api = useApi({ shared: true, key: { mode: 'live', name: 'admin' } });

/** @param times its columns with times, in hours from now */
async function add(
  name: string,
  times: Readonly<Record<string, number>> = {},
  mode: 'live' | 'test' = 'live',
) {
  const key = await api.createKey({ name, mode });
  for (const [column, hours] of Object.entries(times)) {
    await api.pool.query(`UPDATE api_keys SET ${column} = $2 WHERE id = $1`, [
      key.id,
      new Date(Date.now() + hours * hourMs),
    ]);
  }
}

async function names(query: string): Promise<string[]> {
  const { body, refusal } = await api.get<Page<KeyResource>>(`/keys${query}`);
  return refusal === null ? body.data.map(({ name }) => name).reverse() : [refusal];
}

it('lists keys by mode, and those that work apart from those that do not', async () => {
  await add('lasting');
  await add('expiring', { expires_at: 1 });
  await add('expired', { expires_at: -1 });
  await add('revoked', { revoked_at: -1 });
  await add('rotated today', { rotated_at: -1 });
  await add('rotated before', { rotated_at: -25 });
  await add('test', {}, 'test');
  const usable = ['admin', 'lasting', 'expiring', 'rotated today'];
  expect(await names('?mode=live&usable=true')).toEqual(usable);
  expect(await names('?usable=true')).toEqual([...usable, 'test']);
  expect(await names('?usable=false')).toEqual(['expired', 'revoked', 'rotated before']);
  expect(await names('?mode=test')).toEqual(['test']);
  expect(await names('')).toHaveLength(8);
  const first = await api.get<Page<KeyResource>>('/keys?usable=true&limit=2');
  expect(first.body.data.map(({ name }) => name)).toEqual(['test', 'rotated today']);
  expect(await names(`?usable=true&cursor=${first.body.next_cursor}`)).toEqual(usable.slice(0, 3));
  expect(await names('?usable=maybe')).toEqual(['422 validation_error']);
});
