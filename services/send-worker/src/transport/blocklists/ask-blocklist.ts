import { isIP } from 'node:net';
import {
  readBlocklistAnswer,
  registrableDomain,
  type Blocklist,
  type BlocklistAnswer,
} from '@postrider/mail';
import { reversedAddress } from '@postrider/smtp-client';
import type { DnsResolver } from '../dns/dns-resolver';

export type ListingAnswer =
  | (Extract<BlocklistAnswer, { kind: 'listed' }> & {
      /** What the list says about it; null: nothing. */
      readonly reason: string | null;
    })
  | Exclude<BlocklistAnswer, { kind: 'listed' }>;

export interface Subject {
  /** Address, or name of a domain. */
  readonly subject: string;
  readonly list: Blocklist;
}

/** Answers about one subject after the other; never rejects. */
export type AskBlocklist = (subject: Subject) => Promise<ListingAnswer>;

/** 127.0.0.2 and 127.0.0.1, and the same as IPv4 in IPv6 (RFC 5782 §2.4): the reverse of `::ffff:7f00:2`. */
const mappedDigits = `0.0.0.0.0.f.7.f.f.f.f.${Array(20).fill('0').join('.')}`;
const addressTests = {
  4: { listed: '2.0.0.127', notListed: '1.0.0.127' },
  6: { listed: `2.${mappedDigits}`, notListed: `1.${mappedDigits}` },
};
/** RFC 5782 §5. */
const unlistedDomain = 'invalid';

/**
 * Each list is tested once by each of these, before its first subject of a kind: a resolver that is refused answers everything or
 * nothing, and would make clean what is listed.
 */
export function createAskBlocklist(resolver: DnsResolver): AskBlocklist {
  const tests = new Map<string, Promise<string | null>>();
  const faultOf = ({ list, subject }: Subject): Promise<string | null> => {
    const family = isIP(subject) === 6 ? 6 : 4;
    const key = list.kind === 'address' ? `${list.name} ${family}` : list.name;
    const known = tests.get(key) ?? testList(resolver, list, family);
    tests.set(key, known);
    return known;
  };
  return async (asked) => {
    const error = await faultOf(asked);
    if (error !== null) return { kind: 'unknown', error };
    const name = `${labelsOf(asked)}.${asked.list.zone}`;
    const answer = await answerOf(resolver, name);
    return answer.kind === 'listed' ? { ...answer, reason: await reasonOf(resolver, name) } : answer;
  };
}

/** @returns why its answers cannot be believed; null: they can */
async function testList(resolver: DnsResolver, list: Blocklist, family: 4 | 6): Promise<string | null> {
  const names =
    list.kind === 'address' ? addressTests[family] : { listed: list.testName, notListed: unlistedDomain };
  const listed = await answerOf(resolver, `${names.listed}.${list.zone}`);
  if (listed.kind === 'unknown') return listed.error;
  if (listed.kind === 'not_listed') return 'the list does not have its test entry';
  const notListed = await answerOf(resolver, `${names.notListed}.${list.zone}`);
  if (notListed.kind === 'listed') return 'the list has an entry that no list has';
  return notListed.kind === 'unknown' ? notListed.error : null;
}

async function answerOf(resolver: DnsResolver, name: string): Promise<BlocklistAnswer> {
  const answer = await resolver.lookUp(name, 'A');
  if (answer.kind === 'unknown') return { kind: 'unknown', error: `DNS does not answer (${answer.code})` };
  return readBlocklistAnswer(answer.kind === 'records' ? answer.records : []);
}

/** Lists have the domains that people register, and not each host below them. */
function labelsOf({ list, subject }: Subject): string {
  return list.kind === 'address' ? reversedAddress(subject) : registrableDomain(subject);
}

const reasonCharsMax = 300;

async function reasonOf(resolver: DnsResolver, name: string): Promise<string | null> {
  const answer = await resolver.lookUp(name, 'TXT');
  if (answer.kind !== 'records') return null;
  const text = answer.records.join(' ').replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ');
  return text.trim().slice(0, reasonCharsMax).toWellFormed() || null;
}
