import { parseStsPolicy, permitsHost, readPolicyId } from './sts-policy';

const text =
  'version: STSv1\r\nmode: enforce\r\nmx: MX1.example.org\r\nmx: *.backup.example.org\r\nmax_age: 604800\r\n';

describe('the text of a policy', () => {
  it('is read with either line ending and without unknown fields', () => {
    const policy = {
      mode: 'enforce',
      mxPatterns: ['mx1.example.org', '*.backup.example.org'],
      maxAgeSeconds: 604_800,
    };
    expect(parseStsPolicy(text)).toEqual(policy);
    expect(parseStsPolicy(`${text.replaceAll('\r', '')}later: x\n`)).toEqual(policy);
  });

  it('counts a repeated field once, and a lifetime of a year at most', () => {
    expect(parseStsPolicy(`${text}mode: none\nmax_age: 1\n`)).toMatchObject({
      mode: 'enforce',
      maxAgeSeconds: 604_800,
    });
    expect(parseStsPolicy(text.replace('604800', '9999999999'))?.maxAgeSeconds).toBe(31_557_600);
  });

  it('may name no host only when it demands nothing', () => {
    expect(parseStsPolicy('version: STSv1\nmode: none\nmax_age: 1')).toMatchObject({ mode: 'none' });
    expect(parseStsPolicy('version: STSv1\nmode: enforce\nmax_age: 1')).toBeNull();
  });

  it.each([
    ['another version', text.replace('STSv1', 'STSv2')],
    ['no lifetime', text.replace('max_age', 'maxage')],
    ['an unknown mode', text.replace('enforce', 'maybe')],
    ['a pattern that is none', text.replace('*.backup', 'b*ckup')],
    ['a page', '<html><body>404</body></html>'],
    ['more hosts than anybody has', text + 'mx: a.b\n'.repeat(101)],
  ])('is none with %s', (_, broken) => {
    expect(parseStsPolicy(broken)).toBeNull();
  });
});

describe('the id of a policy', () => {
  it('is that of the only record', () => {
    expect(readPolicyId(['other', 'v=STSv1; id=20260101T000000;'])).toBe('20260101T000000');
    expect(readPolicyId(['v=STSv1; id=1;', 'v=STSv1; id=2;'])).toBeNull();
    expect(readPolicyId(['v=STSv1; id=;'])).toBeNull();
    expect(readPolicyId([])).toBeNull();
  });
});

it('a star stands for one label', () => {
  const policy = { mxPatterns: ['mx1.example.org', '*.backup.example.org'] };
  expect(permitsHost(policy, 'mx1.example.org')).toBe(true);
  expect(permitsHost(policy, 'a.backup.example.org')).toBe(true);
  expect(permitsHost(policy, 'a.b.backup.example.org')).toBe(false);
  expect(permitsHost(policy, 'backup.example.org')).toBe(false);
  expect(permitsHost(policy, 'mx2.example.org')).toBe(false);
});
