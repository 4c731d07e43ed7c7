import { hasBareNewlineOrNul } from './line-endings';

it.each([
  ['a\r\nb\r\n', false],
  ['', false],
  ['\r\n', false],
  ['a\nb\r\n', true],
  ['a\rb\r\n', true],
  ['a\r\n.\n', true],
  ['\n', true],
  ['a\r', true],
  ['a\r\r\n', true],
  ['\r\n\n', true],
  ['a\u0000b\r\n', true],
])('a bare line break or NUL in %j: %s', (text, expected) => {
  expect(hasBareNewlineOrNul(Buffer.from(text))).toBe(expected);
});

it.each([
  ['\r\n', false],
  ['\r\n\r\n', false],
  ['\r', true],
  ['\n', true],
  ['\r\r\n', true],
  ['\r\n\n', true],
  ['\u0000', true],
])('%j is the same thing wherever a long message is cut to be looked at', (text, expected) => {
  for (let before = 65_532; before <= 65_540; before += 1) {
    const message = Buffer.from(`${'x'.repeat(before)}${text}${'x'.repeat(70_000)}`);
    expect(hasBareNewlineOrNul(message)).toBe(expected);
  }
});

it('looks at no more than the message', () => {
  const inside = Buffer.from('\na line\r\n\r').subarray(1, -1);
  expect(hasBareNewlineOrNul(inside)).toBe(false);
});

it('says the same as a look around each octet, whatever stands beside what', () => {
  // eslint-disable-next-line no-control-regex -- a control character is what is looked for
  const unfit = /\r(?!\n)|(?<!\r)\n|\u0000/;
  let texts = [''];
  for (let octets = 1; octets <= 6; octets += 1) {
    texts = texts.flatMap((text) => ['a', '\r', '\n', '\0'].map((octet) => text + octet));
    const wrong = texts.filter((text) => hasBareNewlineOrNul(Buffer.from(text)) !== unfit.test(text));
    expect(wrong).toEqual([]);
  }
});
