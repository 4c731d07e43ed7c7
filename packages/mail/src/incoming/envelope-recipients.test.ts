import PostalMime from 'postal-mime';
import { addressedRecipients } from './envelope-recipients';

/** Who gets and who is shown what, for a header and the recipients of the envelope. */
function addressed(header: { to?: string; cc?: string }, ...rcpt: readonly string[]) {
  const list = (value: string | undefined) => PostalMime.addressParser(value ?? '');
  return addressedRecipients({ from: '', to: rcpt }, { to: list(header.to), cc: list(header.cc) });
}

const [alice, bob, carol] = ['alice@x.example', 'bob@x.example', 'carol@x.example'] as const;
const hiddenToAll = { to: [alice, bob, carol], cc: [], bcc: [], hidden: true };

describe('a mail whose To names no recipient of the envelope', () => {
  it.each([
    ['no To', {}],
    ['an empty group', { to: 'undisclosed-recipients:;' }],
    ['a To outside of the envelope', { to: 'list@lists.example' }],
    ['a group outside of the envelope', { to: 'Team: eve@x.example, mallory@x.example;' }],
    ['a To that is no address', { to: 'no address at all' }],
    ['a Cc alone', { cc: `Alice <${alice}>, ${bob}` }],
    ['a To that differs by its +tag', { to: 'alice+news@x.example' }],
  ])('hides all its recipients: %s', (_, header) => {
    expect(addressed(header, alice, bob, carol)).toEqual(hiddenToAll);
  });

  it('shows one recipient their own address, also when RCPT names it twice', () => {
    const shown = { to: [alice], cc: [], bcc: [], hidden: false };
    expect(addressed({ to: 'undisclosed-recipients:;' }, alice)).toEqual(shown);
    expect(addressed({ cc: alice }, alice)).toEqual(shown);
    expect(addressed({}, alice, 'ALICE@X.example')).toMatchObject({ hidden: false, bcc: [], cc: [] });
  });
});

describe('a mail whose To names some of the envelope', () => {
  it('shows those, and no others', () => {
    const header = { to: `Alice <${alice}>, eve@elsewhere.example`, cc: 'frank@elsewhere.example' };
    expect(addressed(header, carol, alice, bob)).toEqual({
      to: [`Alice <${alice}>`],
      cc: [],
      bcc: [carol, bob],
      hidden: false,
    });
  });

  it.each([
    ['members of a group', `Team: ${alice}, Bob <${bob}>;`, [alice, `Bob <${bob}>`]],
    ['capitals', 'ALICE@X.EXAMPLE, bob@X.example', ['ALICE@x.example', bob]],
    [
      'encoded names',
      `=?utf-8?Q?J=C3=B6rg?= <${alice}>, "B, ob" <${bob}>`,
      [`Jörg <${alice}>`, `"B, ob" <${bob}>`],
    ],
    ['an address twice', `${alice}, A <${alice}>, ${bob}`, [alice, bob]],
  ])('finds %s', (_, to, shown) => {
    expect(addressed({ to }, alice, bob)).toEqual({ to: shown, cc: [], bcc: [], hidden: false });
  });

  it.each([
    ['an internationalized local part', 'пётр@x.example'],
    ['an internationalized domain, here as typed and there as A-labels', 'post@bücher.example'],
  ])('finds %s', (_, address) => {
    const wire = address.replace('bücher', 'xn--bcher-kva');
    expect(addressed({ to: address }, wire, bob)).toMatchObject({ to: [wire], bcc: [bob], hidden: false });
  });

  it('keeps an address with another +tag hidden', () => {
    expect(addressed({ to: 'a+1@x.example' }, 'a+1@x.example', 'a+2@x.example')).toEqual({
      to: ['a+1@x.example'],
      cc: [],
      bcc: ['a+2@x.example'],
      hidden: false,
    });
  });
});
