import net from 'node:net';
import { once } from 'node:events';
import { request } from 'undici';
import type { Attack, AttackScene, Attacker } from './attack';

const megabytes = (count: number): number => count * 1_000_000;

export const httpAttacks: readonly Attack[] = [
  {
    name: 'batches of costly templates',
    run: async (scene) => {
      const { attacker, until } = scene;
      const loops =
        '{% for a in items %}{% for b in items %}{{ a | append: b | upcase }}{% endfor %}{% endfor %}';
      const template = { slug: `costly-${Date.now()}`, subject: 'Hi', html: loops, variables: [items] };
      await post(scene, '/templates', JSON.stringify(template));
      await post(scene, `/templates/${template.slug}/publish`, '{}');
      const item = {
        ...{ from: `a@${attacker.domain}`, to: 'x@recipients.test' },
        template: {
          slug: template.slug,
          data: { items: Array.from({ length: 300 }, (_none, index) => index) },
        },
      };
      const body = JSON.stringify(Array.from({ length: 100 }, () => item));
      await Promise.all(
        Array.from({ length: 5 }, () => again(() => post(scene, '/emails/batch', body), until)),
      );
    },
  },
  {
    name: 'two million metadata keys',
    run: async (scene) => {
      const keys = Array.from({ length: 2_000_000 }, (_none, index) => `"k${index}":""`).join(',');
      const body = mailJson(scene.attacker).replace('"text"', `"metadata":{${keys}},"text"`);
      await again(() => post(scene, '/emails', body), scene.until);
    },
  },
  {
    name: 'two million headers',
    run: async (scene) => {
      const names = Array.from({ length: 1_500_000 }, (_none, index) => `"X${index}":""`).join(',');
      const body = mailJson(scene.attacker).replace('"text"', `"headers":{${names}},"text"`);
      await again(() => post(scene, '/emails', body), scene.until);
    },
  },
  { name: 'uploads that never come', run: (scene) => uploadNothing(scene, 16) },
  {
    name: 'two megabytes of = in HTML',
    run: (scene) => mailAgain(scene, { html: '='.repeat(megabytes(2) - 100) }),
  },
  {
    name: 'a data: URI of one megabyte',
    run: (scene) =>
      mailAgain(scene, { html: `<img src="data:image/png;base64,${'A'.repeat(megabytes(1))}">` }),
  },
  {
    name: 'checks of two megabytes of styles',
    run: async (scene) => {
      const html = '<p style="position:fixed;gap:1px;width:calc(1px)">{{a}}'.repeat(34_000);
      const body = mailJson(scene.attacker, { html });
      await Promise.all(
        Array.from({ length: 5 }, () => again(() => post(scene, '/emails/check', body), scene.until)),
      );
    },
  },
  {
    name: 'two megabytes of nested elements, screened',
    run: (scene) =>
      mailAgain(
        { ...scene, attacker: scene.newcomer },
        { html: '<a>'.repeat(Math.floor(megabytes(2) / 3) - 10) },
      ),
  },
];

const items = { key: 'items', type: 'list', required: true };

function mailJson({ domain }: Attacker, content: object = { text: 'Hi' }): string {
  return JSON.stringify({ from: `a@${domain}`, to: 'x@recipients.test', subject: 'Hi', ...content });
}

async function mailAgain(scene: AttackScene, content: object): Promise<void> {
  const body = mailJson(scene.attacker, content);
  await again(() => post(scene, '/emails', body), scene.until);
}

async function again(work: () => Promise<void>, until: AbortSignal): Promise<void> {
  while (!until.aborted) await work();
}

async function post({ system, attacker, until }: AttackScene, path: string, body: string): Promise<void> {
  await request(`${system.apiUrl}/api/v1${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${attacker.token}`, 'content-type': 'application/json' },
    body,
    signal: until,
  }).then(
    ({ body: answer }) => answer.dump(),
    () => undefined,
  );
}

/** Connections that announce 24 MB and send nothing. */
async function uploadNothing({ system, attacker, until }: AttackScene, count: number): Promise<void> {
  const { hostname, port } = new URL(system.apiUrl);
  const head = [
    'POST /api/v1/emails HTTP/1.1',
    `Host: ${hostname}`,
    `Authorization: Bearer ${attacker.token}`,
    'Content-Type: application/json',
    `Content-Length: ${megabytes(24)}`,
  ];
  const sockets = Array.from({ length: count }, () => {
    const socket = net.connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`${head.join('\r\n')}\r\n\r\n{`);
    return socket;
  });
  if (!until.aborted) await once(until, 'abort');
  for (const socket of sockets) socket.destroy();
}
