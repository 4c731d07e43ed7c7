import { htmlText } from './html-lines';

describe('the text part of HTML', () => {
  it('shows paragraphs, lists, images and the targets of links', () => {
    const html = `<html><head><title>Acme</title><style>p { color: red }</style></head><body>
      <h1>Your&nbsp;order</h1>
      <p>Thank you,   <b>Ada</b> &amp; Co.<br>Bye</p>
      <ul><li>Book</li><li>Pen</li></ul>
      <p><a href="https://acme.example/?a=1&amp;b=2">Track it</a> or write to
        <a href="mailto:help@acme.example">help@acme.example</a></p>
      <a href="https://acme.example"><img alt="Acme" src="logo.png"></a> <a href="#top">Top</a>
    </body></html>`;
    expect(htmlText(html)).toBe(
      [
        'Your order',
        'Thank you, Ada & Co.',
        'Bye',
        '',
        '- Book',
        '- Pen',
        'Track it (https://acme.example/?a=1&b=2) or write to help@acme.example',
        '',
        'Acme (https://acme.example) Top',
        '',
      ].join('\n'),
    );
  });

  it('keeps cells of a table apart and leaves padding of a preheader out', () => {
    expect(
      htmlText('<p>Hi&#847;&zwnj;&nbsp;&#847;&zwnj;</p><table><tr><td>1</td><td>2</td></tr></table>'),
    ).toBe('Hi\n\n1 2\n');
  });

  it('is the address where a link has no words, and never a script', () => {
    expect(
      htmlText('<a href="https://a.example/"></a><script>alert(1)</script><a href="javascript:x()">x</a>'),
    ).toBe('https://a.example/x\n');
  });

  it.each([
    ['Persian', '<p>می&zwnj;خواهم</p>', 'می\u200cخواهم'],
    ['Persian in elements', '<p><b>می</b>\u200c<i>خواهم</i></p>', 'می\u200cخواهم'],
    ['Sinhala', '<p>ශ්&zwj;රී</p>', 'ශ්\u200dරී'],
    ['Devanagari', '<p>र्\u200dक</p>', 'र्\u200dक'],
    ['a family', '<p>👩&#8205;👩&#x200d;👧</p>', '👩\u200d👩\u200d👧'],
    ['a skin tone', '<p>👩🏽\u200d🚀!</p>', '👩🏽\u200d🚀!'],
    ['a heart on fire', '<p>❤️\u200d🔥</p>', '❤️\u200d🔥'],
  ])('keeps the joiners of %s', (_what, html, text) => {
    expect(htmlText(html)).toBe(`${text}\n`);
  });

  it.each([
    '<p>Hi&zwnj;&nbsp;&zwnj;&nbsp;</p>',
    '<p>&zwj;&zwj;Hi</p>',
    '<p>Hi<br>&zwnj;</p>',
    '<p>\u200c</p><p>\ufeffHi\u00ad</p>',
  ])('drops joiners that join nothing: %j', (html) => {
    expect(htmlText(html).trim()).toBe('Hi');
  });

  it('keeps lines and indents of preformatted text', () => {
    expect(htmlText('<p>Run  this:</p><pre>\nif (a) {\r\n  b();\n\n}\n</pre> or\n  that')).toBe(
      'Run this:\n\nif (a) {\n  b();\n\n}\nor that\n',
    );
    expect(htmlText('<pre>  a  b<b>\n\tc</b></pre><div>x\ny</div>')).toBe('  a  b\n\tc\nx y\n');
  });

  it('is no longer than the HTML where preformatted lines are quoted', () => {
    const html = `<blockquote><pre>${'a\n'.repeat(1_000)}`;
    expect(htmlText(html).length).toBeLessThanOrEqual(html.length + 1);
  });
});
