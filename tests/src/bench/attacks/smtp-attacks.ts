import net from 'node:net';
import { once } from 'node:events';
import { openSmtpClient } from '../measure/smtp-client';
import type { Attack, AttackScene } from './attack';

/** Not the victim's: the relay counts failed logins and connections by it. Linux takes all of 127.0.0.0/8 for its own. */
const localAddress = '127.0.0.2';

export const smtpAttacks: readonly Attack[] = [
  {
    name: 'a mail of two million empty MIME parts',
    run: async (scene) => {
      const head = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n';
      const message = Buffer.from(head + '--b\r\n\r\n'.repeat(2_500_000));
      while (!scene.until.aborted) await submit(scene, message).catch(() => undefined);
    },
  },
  {
    name: 'three hundred wrong SMTP passwords',
    run: async (scene) => {
      const guesses = Array.from({ length: 300 }, (_none, index) => index);
      const guess = async (): Promise<void> => {
        while (guesses.pop() !== undefined && !scene.until.aborted) {
          await login(scene, 'pr_live_wrong').catch(() => undefined);
        }
      };
      await Promise.all(Array.from({ length: 20 }, guess));
    },
  },
  {
    name: 'a thousand idle SMTP connections',
    run: async ({ system, until }) => {
      const sockets = Array.from({ length: 1_000 }, () => {
        const socket = net.connect({ port: system.smtp.startTlsPort, host: '127.0.0.1', localAddress });
        socket.on('error', () => undefined);
        return socket;
      });
      if (!until.aborted) await once(until, 'abort');
      for (const socket of sockets) socket.destroy();
    },
  },
];

async function login({ system, attacker }: AttackScene, password: string) {
  const client = await openSmtpClient(system.smtp.startTlsPort, localAddress);
  await client.command('EHLO attack.test\r\n', 250);
  const plain = Buffer.from(`\0${attacker.keyId}\0${password}`).toString('base64');
  await client.command(`AUTH PLAIN ${plain}\r\n`, 235);
  return client;
}

async function submit(scene: AttackScene, message: Buffer): Promise<void> {
  const client = await login(scene, scene.attacker.token);
  await client.command(`MAIL FROM:<a@${scene.attacker.domain}>\r\n`, 250);
  await client.command('RCPT TO:<x@recipients.test>\r\n', 250);
  await client.command('DATA\r\n', 354);
  await client.command([message, '\r\n.\r\n'], 250);
  await client.quit();
}
