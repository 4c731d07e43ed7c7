import { z } from 'zod';
import { providerNames, providers, providerSendSettings, providerVerifySettings } from './catalogue';

const all = providerNames.map((name) => ({ name, provider: providers[name] }));
const repeated = (names: readonly string[]) => names.filter((name, index) => names.indexOf(name) !== index);

it('no two providers have a setting or a flag of the same name', () => {
  expect(repeated(all.flatMap(({ provider }) => Object.keys(provider.options.settings)))).toEqual([]);
  expect(repeated(all.flatMap(({ provider }) => Object.keys(provider.verify.settings)))).toEqual([]);
  const flags = all.flatMap(({ provider }) => Object.values(provider.options.flags));
  expect(repeated(flags.map((flag) => flag?.[0].split(' ')[0] ?? ''))).toEqual([]);
});

it('without settings no provider sends mail or has its notifications accepted', () => {
  const sendSettings = z.object(providerSendSettings).parse({});
  const verifySettings = z.object(providerVerifySettings).parse({});
  const used = all.filter(
    ({ provider }) =>
      provider.options.fromSettings(sendSettings) !== null ||
      provider.verify.create(verifySettings, {} as never) !== null,
  );
  expect(used.map(({ name }) => name)).toEqual([]);
});

it.each(providerNames)('%s reads no events from what is no notification', (name) => {
  for (const raw of ['', '{', 'a=b', '5']) expect(providers[name].read(Buffer.from(raw))).toBeNull();
});
