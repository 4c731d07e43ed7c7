import { costGrowth, linearRatioMax } from '@postrider/testkit';
import { arf, mail, returnPath } from './complaint-report.fixture';
import { parseComplaintReport } from './complaint-report';

it.each<[string, (text: string) => Buffer, string]>([
  ['a field', (text) => arf([`Feedback-Type: abuse`, `X: ${text}`]), 'a'],
  ['folded lines', (text) => arf([`Feedback-Type: abuse${text}`]), '\r\n '],
  ['fields', (text) => arf([`Feedback-Type: abuse${text}`]), '\r\nOriginal-Rcpt-To: a@b.example'],
  ['quotation marks', (text) => mail('', text), '> '],
  ['nested quotation', (text) => mail('', text), '>>>>>>>>>\r\n'],
  ['almost a token', (text) => arf(['Feedback-Type: abuse'], { returned: [`X: ${text}`] }), 'b+abc'],
  ['tokens', (text) => arf(['Feedback-Type: abuse'], { returned: [`X: ${text}`] }), `${returnPath} `],
  ['almost an address', (text) => arf(['Feedback-Type: abuse'], { returned: [`Message-ID: ${text}`] }), '<@'],
  ['empty lines', (text) => mail('', text), '\r\n \t'],
  ['almost a report', (text) => mail('', text), 'feedback-type '],
  ['lines before a report', (text) => mail('', text, 'Feedback-Type: abuse'), 'a: b\r\n'],
  ['JSON', (text) => mail('Content-Type: application/json', '', text), '{"Report":'],
])('costs in proportion to its size: %s', async (_, mailOf, piece) => {
  const { ratio } = await costGrowth(
    (length) => parseComplaintReport(mailOf(piece.repeat(Math.ceil(length / piece.length)))),
    {
      lengthMax: 1_000_000,
    },
  );
  expect(ratio).toBeLessThan(linearRatioMax);
});
