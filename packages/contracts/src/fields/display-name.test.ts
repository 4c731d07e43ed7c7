import { displayNameProblem, nameInMail } from './display-name';

it.each([
  ...['Ada Byron', 'J.R.R. Tolkien', "Conan O'Brien", 'Müller & Söhne GmbH', 'Booking.com', 'St. Mary'],
  ...[
    'Анна Каренина',
    'Ἀριστοτέλης',
    '株式会社ポストライダー',
    'Toyota トヨタ',
    'علی\u200Cرضا',
    'क्\u200Dष',
    '👨\u200D👩\u200D👧',
  ],
  ...['Яндекс Europe', 'ООО «Acme»', 'R&D 2.0'],
])('accepts the name %j', (name) => {
  expect(displayNameProblem(name)).toBeNull();
});

it.each([
  ['Ada\u202Enoryb', 'invisible'],
  ['Ada\u2066Byron\u2069', 'invisible'],
  ['A\u200Bda', 'invisible'],
  ['A\u200Cda', 'invisible'],
  ['\uFEFFAda', 'invisible'],
  ['Ada\u00ADByron', 'invisible'],
  ['Ada\u3164', 'invisible'],
  ['Ada\u2028Byron', 'invisible'],
  ['Ada\tByron', 'invisible'],
  ['Ada\u{E0041}', 'invisible'],
  ['P\u0430ypal', 'alphabets'],
  ['Micr\u03BFsoft', 'alphabets'],
  ['\u0405tripe', 'alphabets'],
  ['Ada https://evil.example', 'URL'],
  ['HTTP://1.2.3.4', 'URL'],
  ['Visit www.evil.example now', 'URL'],
])('refuses the name %j', (name, problem) => {
  expect(displayNameProblem(name)).toContain(problem);
});

it.each([
  ['Acme', 'Acme'],
  ['J.R.R. Tolkien', 'J.R.R. Tolkien'],
  ['Booking.com', 'Booking[.]com'],
  ['Go to https://evil.example/login?a=b', 'Go to https: evil[.]example/login?a=b'],
  ['www.evil.example', 'www[.]evil[.]example'],
  ['pay@evil.example', 'pay@evil[.]example'],
  ['http://10.20.30.40/x', 'http: 10[.]20[.]30.40/x'],
  ['evil。example', 'evil[.]example'],
  ['hthttps://tps://evil.co', 'hthttps: tps: evil[.]co'],
  ['Acme\r\nBcc: victim', 'Acme Bcc: victim'],
  ['Acme\u2028\u2029now', 'Acme now'],
  ['A\u202Ecme\u200B', 'Acme'],
  ['علی\u200Cرضا', 'علی\u200Cرضا'],
  ['x'.repeat(200), `${'x'.repeat(79)}…`],
])('shows %j in mail as %j', (name, shown) => {
  expect(nameInMail(name)).toBe(shown);
});
