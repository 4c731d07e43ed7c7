import type { PublishedKey } from '@postrider/mail';
import type { DomainRow } from './domain-row';

export type DkimKeyRow = DomainRow['dkimKeys'][number];

/**
 * The life of a key:
 *
 *   pending  its record is to be published; it signs nothing
 *   active   signs; its record was in DNS before
 *   retired  a newer one has taken its place; its record stays for mail that is on its way
 */
export type DkimKeyState = 'pending' | 'active' | 'retired';

export function dkimKeyState({ active, retiredAt }: Pick<DkimKeyRow, 'active' | 'retiredAt'>): DkimKeyState {
  if (active) return 'active';
  return retiredAt === null ? 'pending' : 'retired';
}

/** Mail waits for five days at most before it comes back; receivers verify what they have taken within a day or two. */
export const retiredKeptMs = 7 * 24 * 3_600_000;

export function removableAt(retiredAt: Date): Date {
  return new Date(retiredAt.getTime() + retiredKeptMs);
}

/** As the owner of the domain publishes it. Without the RSA key that signs a domain does not send; all others may come and go. */
export function publishedKey(key: DkimKeyRow): PublishedKey {
  const { selector, algorithm, publicKey, retiredAt } = key;
  const state = dkimKeyState(key);
  const published = { selector, algorithm, publicKey, isRequired: state === 'active' && isRsa(key) };
  if (state === 'active') return published;
  if (retiredAt === null) {
    return {
      ...published,
      note: 'New key: publish its record in addition to the others. It is used for signing once the record is found.',
    };
  }
  const day = removableAt(retiredAt).toISOString().slice(0, 10);
  return {
    ...published,
    note: `This key is no longer used for signing. Keep its record until ${day} for email in transit, then remove it.`,
  };
}

export function isRsa({ algorithm }: Pick<DkimKeyRow, 'algorithm'>): boolean {
  return algorithm === 'rsa-2048';
}

/** `pr1`, `pr2` …, and `pr2e` beside it: never one that the domain has or had. */
export function nextSelectorNumber(keys: readonly Pick<DkimKeyRow, 'selector'>[]): number {
  const numbers = keys.map(({ selector }) => Number(/^pr(\d{1,6})e?$/.exec(selector)?.[1] ?? 0));
  return Math.max(0, ...numbers) + 1;
}
