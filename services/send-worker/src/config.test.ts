import { readSettings, SettingsError } from '@postrider/runtime';
import { blocklistsOf, settingsSchema } from './config';

const key = Buffer.alloc(32).toString('base64');
const needed = {
  DATABASE_URL: 'postgres://db/x',
  REDIS_URL: 'redis://r',
  AMQP_URL: 'amqp://q',
  MASTER_KEY: key,
  RETURN_PATH_SECRET: 'sixteen characters',
  LINK_SECRET: key,
  PUBLIC_URL: 'https://links.platform.test',
};
const problems = (overrides: Record<string, string>): readonly string[] => {
  try {
    readSettings(settingsSchema, { ...needed, ...overrides });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.problems;
    throw error;
  }
};

describe('settings', () => {
  it('need only the engines, the secrets and our address', () => {
    expect(problems({})).toEqual([]);
  });

  it('name a route that cannot be read, without its password', () => {
    const [problem] = problems({ DELIVERY_ROUTES: '*=ftp://user:secret@relay' });
    expect(problem).toMatch(/^DELIVERY_ROUTES: /);
    expect(problem).not.toContain('secret');
  });

  it('look up sound blocklists without being asked, none, or those of the operator', () => {
    const namesOf = (given: Record<string, string>) =>
      blocklistsOf(readSettings(settingsSchema, { ...needed, ...given })).map(({ name }) => name);
    expect(namesOf({})).toEqual(['psbl.surriel.com', 'bl.spamcop.net', 'multi.uribl.com']);
    expect(namesOf({ BLOCKLISTS: 'none' })).toEqual([]);
    expect(namesOf({ BLOCKLISTS: 'none', SPAMHAUS_DQS_KEY: 'k1' })).toEqual([
      'zen.spamhaus.org',
      'dbl.spamhaus.org',
    ]);
    expect(namesOf({ BLOCKLISTS: 'addresses:bl.mine.test, bl.spamcop.net' })).toEqual([
      'bl.mine.test',
      'bl.spamcop.net',
    ]);
    expect(problems({ BLOCKLISTS: 'bl.mine.test' })).toEqual([
      'BLOCKLISTS: bl.mine.test is not a known list: write addresses:zone or domains:zone',
    ]);
  });

  it('take plain http for links on this machine alone', () => {
    expect(problems({ PUBLIC_URL: 'http://127.0.0.1:4000' })).toEqual([]);
    expect(problems({ PUBLIC_URL: 'http://links.platform.test' })).toHaveLength(1);
  });

  it('want the platform key whole or not at all', () => {
    expect(problems({ PLATFORM_DKIM_DOMAIN: 'p.test' })).toHaveLength(1);
    expect(
      problems({ PLATFORM_DKIM_DOMAIN: 'p.test', PLATFORM_DKIM_SELECTOR: 's', PLATFORM_DKIM_KEY_FILE: '/k' }),
    ).toEqual([]);
  });

  it('ask for complaints only where the platform signs for the address', () => {
    const platform = {
      PLATFORM_DKIM_DOMAIN: 'p.test',
      PLATFORM_DKIM_SELECTOR: 's',
      PLATFORM_DKIM_KEY_FILE: '/k',
    };
    expect(problems({ ...platform, CFBL_ADDRESS: 'fbl@p.test' })).toEqual([]);
    expect(problems({ ...platform, CFBL_ADDRESS: 'fbl@mail.p.test' })).toEqual([]);
    for (const address of ['fbl@other.test', 'fbl@xp.test', 'p.test', 'fbl@p.test, <x@p.test>']) {
      expect(problems({ ...platform, CFBL_ADDRESS: address })).toHaveLength(1);
    }
    expect(problems({ CFBL_ADDRESS: 'fbl@p.test' })).toHaveLength(1);
  });
});
