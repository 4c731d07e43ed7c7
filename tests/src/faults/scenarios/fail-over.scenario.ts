import { routeTo } from '../../system/service-settings';
import type { Scenario } from '../scenario';
import { startMortalProxy, type MortalProxy } from '../tools/mortal-proxy';
import { lasting } from '../tools/pause';

/** Until workers have read the table of transports again. */
const noticedMs = 11_000;
const deadMs = 10_000;
const backMs = 20_000;

let hosts: { readonly first: MortalProxy; readonly second: MortalProxy } | undefined;

export const failOver: Scenario = {
  name: 'fail-over',
  promise:
    'a smart host that dies under load and comes back: its fallback takes over, each message arrives once',
  clientErrors: 'none',
  loadSecondsMin: 45,
  settingsIn: async ({ sink }) => {
    hosts = { first: await startMortalProxy(sink.port), second: await startMortalProxy(sink.port) };
    return {
      DELIVERY_ROUTES: `*=${routeTo(`smtp://127.0.0.1:${hosts.first.port}`)}`,
      TRANSPORT_COOL_DOWN_MS: '1000',
    };
  },
  strike: async ({ system }) => {
    if (!hosts) throw new Error('its hosts were not started');
    const { first, second } = hosts;
    const options = {
      host: '127.0.0.1',
      port: second.port,
      tls: 'off',
      user: null,
      final: true,
      connections: 20,
    };
    await system.pool.query(
      `INSERT INTO transports (name, kind, options, fallback)
       VALUES ('second', 'smtp', $1, NULL), ('smtp', 'smtp', '{}', 'second')`,
      [options],
    );
    await lasting(noticedMs);
    const cut = await first.die();
    await lasting(deadMs);
    const tookOver = second.taken();
    await first.comeBack();
    await lasting(backMs);
    const problems = [
      ...(tookOver === 0 ? ['the fallback took nothing over'] : []),
      ...(first.taken() === 0 ? ['nothing went back to the first host'] : []),
    ];
    const detail = `${tookOver} connections to the fallback, ${first.taken()} to the first host when it was back`;
    return { unconfirmedMax: cut, problems, detail };
  },
  cleanUp: async () => {
    await Promise.all([hosts?.first.close(), hosts?.second.close()]);
  },
};
