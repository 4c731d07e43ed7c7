import { readHtml } from '../reading/read-html';
import { findUnsupported, isKnownFeature } from './find-unsupported';

const findingsOf = (html: string) => findUnsupported(readHtml(html, isKnownFeature).uses);
const found = (html: string) =>
  findingsOf(html).map(({ severity, message, line }) => `${severity} ${line}: ${message}`);

it.each([
  [
    'an element',
    '<p>a\n<video src="a.mp4"></video>',
    'warning 2: Not supported in Gmail, Outlook (Windows), Outlook.com, Outlook (iOS), Outlook (Android), and Yahoo: <video>.',
  ],
  [
    'a value of an attribute',
    '<p style="display: flex">a',
    'info 1: Not supported in Outlook (Windows): display:flex.',
  ],
  [
    'a property',
    '<p\n style="color:red;position:absolute !important">a',
    'warning 2: Not supported in Gmail, Outlook (Windows), and Outlook (iOS): position.',
  ],
  [
    'a style sheet',
    '<style>\np { color: red }\n@media print { p:hover { gap : 1px } }</style>',
    'warning 3: Not supported in Outlook (Windows) and Yahoo: gap.',
  ],
  [
    'a pseudo-class',
    '<style>\n\na:first-child{}</style>',
    'info 3: Not supported in Gmail and Outlook (Windows): :first-child.',
  ],
  [
    'a function',
    '<p style="width:calc(100% - 1px)">',
    'warning 1: Not supported in Outlook and Yahoo: calc().',
  ],
  ['a unit', '<p style="width:2rem">', 'warning 1: Not supported in Outlook (Windows) and Yahoo: unit rem.'],
  [
    'a variable',
    '<p style="color:var(--x)">',
    'warning 1: Not supported in Gmail, Outlook, and Yahoo: var().',
  ],
  [
    'an image format',
    '<img src="https://x.example/logo.SVG?v=2#a">',
    'info 1: Not supported in Gmail (web): SVG images.',
  ],
  [
    'a data URI',
    '<img src="data:image/png;base64,AA">',
    'warning 1: Not supported in Gmail: images as data URIs.',
  ],
  [
    'an at-rule',
    '<style>@font-face{font-family:a}</style>',
    'info 1: Not supported in Gmail, Outlook.com, Outlook (macOS), Outlook (iOS), Outlook (Android), and Yahoo: @font-face.',
  ],
  [
    'nested rules',
    '<style>p{ a{color:red} }</style>',
    'warning 1: Not supported in Gmail, Outlook, and Yahoo: nested CSS rules.',
  ],
])('%s is found with its line and the clients', (_, html, expected) => {
  expect(found(html)).toContain(expected);
});

it.each([
  ['comments', '<!-- <video> --><style>/* p{display:flex} */</style>'],
  ['what only Outlook reads', '<!--[if mso]><style>p{display:flex}</style><![endif]-->'],
  [
    'what Outlook on Windows does not read',
    '<!--[if !mso]><!--><p style="display:flex">a</p><!--<![endif]-->',
  ],
  ['strings and addresses', `<p style="font-family:'2rem';background:url(https://x.example/2rem;calc())">`],
  ['unknown names', '<custom-element frobnicate="1" style="mso-line-height-rule:exactly;-ms-x:1">'],
  [
    'widely supported CSS',
    '<table width="600" style="padding:4px;color:#333;font-size:16px"><td align="left">a</td></table>',
  ],
])('%s is not reported', (_, html) => {
  expect(found(html)).toEqual([]);
});

it('what Outlook on Windows sees later is reported with that line', () => {
  const html = '<!--[if !mso]><!--><p style="float:left">a</p><!--<![endif]-->\n<p style="float:left">b</p>';
  expect(found(html)).toEqual(['info 2: Not supported in Outlook (Windows): float.']);
});

it('missing support is never an error, however much there is', () => {
  const everything = [...'abcdefghij']
    .map((name) => `<p style="${name}:x;position:fixed;filter:a">`)
    .join('');
  expect(
    findingsOf(`${everything}<video><svg><form><input type=checkbox>`).map(({ severity }) => severity),
  ).not.toContain('error');
});
