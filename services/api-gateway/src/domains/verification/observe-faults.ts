import { countSpfLookups, dkimBitsGood, dkimKeyBits, spfLookupsMax, spfVoidsMax } from '@postrider/mail';
import { withTimeout, type RecordLookup } from '@postrider/runtime';
import type { RecordFault } from '../store/domain-row';

export interface ObservedDomain {
  readonly name: string;
  readonly returnPathLabel: string;
  /** Selectors that others sign its mail with. */
  readonly selectors: readonly string[];
  /** As of the last check. */
  readonly known: readonly RecordFault[];
}

/** A client may wait for a check; the rest of it takes less. */
const timeMaxMs = 10_000;

/** Evaluates what the domain publishes for all its senders: SPF to its end, and the keys of other senders. */
export async function observeFaults(
  lookup: RecordLookup,
  domain: ObservedDomain,
  now: Date,
): Promise<readonly RecordFault[]> {
  const { name, returnPathLabel, selectors, known } = domain;
  const since = (code: RecordFault['code'], at: string): string =>
    known.find((fault) => fault.code === code && fault.name === at)?.since ?? now.toISOString();
  const kept = (code: RecordFault['code'], at: string): readonly RecordFault[] =>
    known.filter((fault) => fault.code === code && fault.name === at);

  const spf = async (host: string): Promise<readonly RecordFault[]> => {
    const count = await countSpfLookups(lookup.resolve, host);
    if (count === 'unknown') return kept('spf_lookups', host);
    if (count === null || (count.lookups <= spfLookupsMax && count.voids <= spfVoidsMax)) return [];
    return [{ code: 'spf_lookups', name: host, ...count, since: since('spf_lookups', host) }];
  };
  const key = async (selector: string): Promise<readonly RecordFault[]> => {
    const host = `${selector}._domainkey.${name}`;
    const answer = await lookup.find('TXT', host);
    if (answer.kind === 'unknown') return kept('dkim_weak', host);
    const bits = answer.values.map(dkimKeyBits).find((each) => each !== null && each < dkimBitsGood);
    return bits == null ? [] : [{ code: 'dkim_weak', name: host, bits, since: since('dkim_weak', host) }];
  };
  const work = Promise.all([
    ...[`${returnPathLabel}.${name}`, name].map(spf),
    ...selectors.filter(isSelector).map(key),
  ]);
  const found = await withTimeout(timeMaxMs, work, { orElse: null });
  return found === null ? known : found.flat();
}

/** Reports have them, and anybody writes reports. */
function isSelector(selector: string): boolean {
  return selector.length <= 100 && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*$/i.test(selector);
}
