import { readProperty, showProperty } from './property-values';

it.each([
  ['12', 12],
  ['-3.5', -3.5],
  ['12.50', '12.50'],
  ['01067', '01067'],
  ['12E3', '12E3'],
  ['9007199254740993', '9007199254740993'],
  ['true', true],
  ['"quoted"', '"quoted"'],
  ['"12"', '12'],
  ['"true"', 'true'],
  ['["a","b"]', ['a', 'b']],
  ['[1]', '[1]'],
  [' 12', ' 12'],
  ['', ''],
])('the text %j is read as %j', (text, value) => {
  expect(readProperty(text)).toEqual(value);
});

it.each([
  'plain',
  '12',
  '12.50',
  'true',
  '"quoted"',
  '"12"',
  '"\\"12\\""',
  '["a"]',
  'null',
  ' 1 ',
  '',
  '007',
  '1e5',
  12,
  -0.5,
  false,
  ['a', 'b,c'],
  [],
])('the value %j is shown so that it is read back the same', (value) => {
  expect(readProperty(showProperty(value))).toEqual(value);
});
