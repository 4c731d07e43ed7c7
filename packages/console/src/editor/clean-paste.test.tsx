import { cleanPaste } from './clean-paste';

const shown = (html: string): string => cleanPaste(html).replace(/\s+/g, ' ').trim();

it('makes lists of what Word calls a list', () => {
  const item = (level: number, sign: string, text: string) =>
    `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`;
  const html = `<html><head><style>p.MsoNormal{}</style></head><body><!--StartFragment-->
${item(1, '1.', 'one')}${item(2, 'o', 'inner')}${item(1, '2.', 'two')}<p class=MsoNormal>After</p>${item(1, '·', 'other')}</body></html>`;
  expect(shown(html)).toMatch(
    /<ol><li>one<ul><li>inner<\/li><\/ul><\/li><li>two<\/li><\/ol><p>After<\/p><ul><li>other<\/li><\/ul>$/,
  );
});

it('keeps what Word says by elements, and drops its styles, pictures and conditions', () => {
  const html = `<!--[if gte mso 9]><xml><o:x/></xml><![endif]--><p class=MsoTitle>Title</p>
<p class=MsoNormal align=center style='text-align:center'><b>Bold</b> <span style='color:red;font-size:20pt'>red</span>
<img width=100 src="file:///C:/a.png"><img src="https://shop.example/a.png" alt="Pot" onerror="x"><a href="https://shop.example/" style="color:blue">link</a></p>`;
  expect(shown(html)).toBe(
    '<h1>Title</h1> <p data-align="center"><b>Bold</b> <span>red</span> ' +
      '<img src="https://shop.example/a.png" alt="Pot"><a href="https://shop.example/">link</a></p>',
  );
});

it('reads the marks of Google Docs, which are styles', () => {
  const html = `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-size:11pt;font-weight:700;font-style:normal;text-decoration:none">Bold</span><span style="font-weight:400"> plain </span><span style="font-weight:400;font-style:italic;text-decoration:underline">both</span></p></b>`;
  expect(shown(html)).toBe(
    '<p><span><strong>Bold</strong></span><span> plain </span><span><u><em>both</em></u></span></p>',
  );
});

it('leaves what was copied in the editor as it is', () => {
  const html = '<p data-pm-slice="1 1 []">Hi <span data-variable="name" data-fallback="x">name</span></p>';
  expect(shown(html)).toBe(html);
});
