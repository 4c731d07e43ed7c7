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
});
