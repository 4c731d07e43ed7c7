import { parseRoutes, RouteError } from './delivery-routes';

describe('delivery routes', () => {
  it('prefers the domain, then the nearest parent, then the star', () => {
    const table = parseRoutes(
      '*=smtp://any:1 .example.org=smtp://below:2,.b.example.org=smtp://near:3, example.org=mx',
    );
    expect(table.routeFor('example.org')).toEqual({ kind: 'mx' });
    expect(table.routeFor('a.example.org')).toMatchObject({ host: 'below' });
    expect(table.routeFor('x.b.example.org')).toMatchObject({ host: 'near' });
    expect(table.routeFor('notexample.org')).toMatchObject({ host: 'any' });
  });

  it('goes to the MX hosts when nothing is said', () => {
    expect(parseRoutes('').routeFor('example.org')).toEqual({ kind: 'mx' });
  });

  it('reads a smart host with its parameters', () => {
    const table = parseRoutes('*=smtp://u%40x:p%3As@[::1]:2525?final=true&tls=off&connections=3');
    expect(table.routeFor('example.org')).toEqual({
      kind: 'smart-host',
      host: '::1',
      port: 2525,
      tls: { mode: 'off' },
      credentials: { user: 'u@x', password: 'p:s' },
      isFinal: true,
      connectionsMax: 3,
    });
  });

  it('never sends a password without TLS unless configured to', () => {
    expect(parseRoutes('*=smtp://u:p@relay').routeFor('a.b')).toMatchObject({
      tls: { mode: 'required', certificate: { kind: 'pkix', names: ['relay'] } },
      port: 25,
    });
    expect(parseRoutes('*=smtps://u:p@relay').routeFor('a.b')).toMatchObject({
      tls: { mode: 'implicit', certificate: { kind: 'pkix', names: ['relay'] } },
      port: 465,
    });
  });

  it.each([
    'example.org',
    '*=http://x',
    '*=smtp://',
    'a b=mx',
    '*=mx,*=mx',
    '*=smtp://x?tls=maybe',
    '*=smtp://x?connections=0',
  ])('refuses %s', (text) => {
    expect(() => parseRoutes(text)).toThrow(RouteError);
  });

  it('does not repeat a password in its complaint', () => {
    expect(() => parseRoutes('*=ftp://u:secret@x')).toThrow(expect.not.stringContaining('secret') as never);
  });
});
