import { escapeFormulas, unescapeFormulas } from './csv-formulas';

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ['\t=1', "\t'=1"],
  ['Ada;=1+1', "Ada;'=1+1"],
  ['Ada; "@SUM(1)', `Ada; "'@SUM(1)`],
  ['Ada\n-1;;\uFF1D2', "Ada\n'-1;;'\uFF1D2"],
  ['a=b, c-d; e+f', 'a=b, c-d; e+f'],
])('makes text of the formulas in %j, and gives it back', (text, safe) => {
  expect(escapeFormulas(text)).toBe(safe);
  expect(unescapeFormulas(safe)).toBe(text);
});
