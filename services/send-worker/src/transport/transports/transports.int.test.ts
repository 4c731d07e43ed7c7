import { transportState, transportStateKey, type TransportState } from '@postrider/contracts/transports';
import { createReturnPathTokens, readProviderTag } from '@postrider/mail';
import { createRedis, type RedisClient } from '@postrider/messaging';
import { createLogger, createSecretBox } from '@postrider/runtime';
import {
  createDomain,
  eventually,
  eventuallyPasses,
  sesAnswers,
  startProviderServer,
  startSmtpSink,
  testMasterKey,
  testReturnPathSecret,
  type ProviderAnswer,
  type ProviderCall,
  type ProviderServer,
  type SmtpSink,
} from '@postrider/testkit';
import { queueMessage } from '../../../test/queue-message';
import { startWorkerHarness, type WorkerHarness } from '../../../test/worker-harness';

let provider: ProviderServer;
let other: SmtpSink;
let harness: WorkerHarness;
let redis: RedisClient;
let back: SmtpSink;
let resting: SmtpSink;
const longMs = 60_000;
const answers = ({ path }: ProviderCall): ProviderAnswer =>
  path === '/v3/mail/send' ? sendGridAccepts : sesAnswers.accepted('0102-abc');
const sendGridAccepts = { status: 202, headers: { 'x-message-id': 'sg-1' } };

beforeAll(async () => {
  provider = await startProviderServer(answers);
  other = await startSmtpSink();
  harness = await startWorkerHarness({
    SES_ENDPOINT: provider.url,
    SENDGRID_API_KEY: 'SG.secret',
    SENDGRID_API_URL: provider.url,
    TRANSPORT_COOL_DOWN_MS: '2000',
  });
  redis = createRedis({
    commandTimeoutMs: 60_000,
    url: harness.context.redisUrl,
    name: 'transports test',
    log: createLogger({ name: 'transports test', level: 'silent' }),
  });
  await setTransport('amazon', {
    ...{ kind: 'ses', secret: 'aws-secret' },
    options: {
      regions: ['eu-west-1', 'us-east-1'],
      accessKeyId: 'AKIDTEST',
      configurationSet: null,
      connections: 5,
    },
  });
  await setTransport('relay', { options: hostOptions(other.port) });
  await setTransport('resting', { options: hostOptions(other.port), isDisabled: true });
  await setTransport('broken', { options: { host: 'x' } });
  const closed = await startSmtpSink();
  await closed.close();
  await setTransport('shaky', { options: hostOptions(closed.port), fallback: 'relay' });
  [back, resting] = [await startSmtpSink(), await startSmtpSink()];
  await setTransport('rested', { options: hostOptions(back.port), fallback: 'relay' });
  await setTransport('tired', { options: hostOptions(resting.port), fallback: 'relay' });
});
afterAll(async () => {
  redis.disconnect();
  await harness.close();
  await Promise.all([other, back, resting].map((sink) => sink.close()));
  await provider.close();
});

/** Of a domain of its own: what a worker keeps of domains and transports is not asked for again. */
async function sendBy(transport: string): Promise<string> {
  const { context, sender } = harness;
  const domain = await createDomain(context.pool, { organizationId: sender.organizationId });
  await context.pool.query('UPDATE domains SET transport = $2 WHERE id = $1', [domain.id, transport]);
  const id = await queueMessage(context, { ...sender, domain });
  await harness.enqueue(id);
  return id;
}

/** As the catalogue reads it when the next one is asked for. */
async function setTransport(
  name: string,
  row: { options?: object; kind?: string; secret?: string; fallback?: string; isDisabled?: boolean },
): Promise<void> {
  const { kind = 'smtp', options = {}, secret, fallback = null, isDisabled = false } = row;
  const sealed = secret === undefined ? null : box.seal(secret, name);
  await harness.context.pool.query(
    `INSERT INTO transports (name, kind, options, secret, fallback, disabled_at)
     VALUES ($1, $2, $3, $4, $5, CASE WHEN $6 THEN now() END)`,
    [name, kind, options, sealed, fallback, isDisabled],
  );
}

const box = createSecretBox({ masterKey: Buffer.from(testMasterKey, 'base64') });
const hostOptions = (port: number) => ({
  ...{ host: '127.0.0.1', port, tls: 'off', user: null, final: true, connections: 5 },
});
const stateOf = async (unit: string): Promise<TransportState | null> => {
  const text = await redis.get(transportStateKey(unit));
  return text === null ? null : transportState.parse(JSON.parse(text));
};

describe('providers', () => {
  it('Amazon SES takes the mail, and its Message-ID is the one that is kept', async () => {
    const id = await sendBy('amazon');
    const message = await harness.reaches(id, 'sent', longMs);
    expect(message.message_id_header).toBe('<0102-abc@eu-west-1.amazonses.com>');
    expect(message.events.map(({ type }) => type)).toEqual(['sent']);
    expect(message.attempts).toMatchObject([
      {
        result: 'accepted',
        transport: 'amazon',
        provider_message_id: '0102-abc',
        destination: 'ses:eu-west-1',
      },
    ]);
    const [tag] = provider.calls.at(-1)?.body['EmailTags'] as { Value: string }[];
    const tokens = createReturnPathTokens({ secret: testReturnPathSecret });
    expect(readProviderTag(tokens, tag?.Value ?? '')).toEqual({ messageId: id, ordinal: 0 });
  });

  it('SendGrid takes the mail, and its Message-ID is unknown', async () => {
    const message = await harness.reaches(await sendBy('sendgrid'), 'sent', longMs);
    expect(message.message_id_header).toBeNull();
    expect(message.attempts).toMatchObject([{ transport: 'sendgrid', provider_message_id: 'sg-1' }]);
  });

  it('a call without an answer leaves the mail unconfirmed, and no other way takes it', async () => {
    provider.behave(() => 'cut');
    const message = await harness.reaches(await sendBy('amazon'), 'unconfirmed', longMs);
    provider.behave(answers);
    expect(message.attempts).toMatchObject([{ result: 'unconfirmed', transport: 'amazon' }]);
  });
});

describe('a domain whose transport', () => {
  it.each(['nowhere', 'broken', 'resting'])(
    'does not work (%s) has its mail wait, with a reason',
    async (name) => {
      const id = await sendBy(name);
      const { events, attempts } = await harness.delayed(id);
      expect(events).toMatchObject([{ type: 'delivery_delayed', failure_class: 'platform' }]);
      expect(events[0]?.detail).toContain(`transport ${name} of the domain is not available`);
      expect(attempts).toEqual([]);
    },
  );

  it('is a smart host of the table leaves by it', async () => {
    const message = await harness.reaches(await sendBy('relay'), 'delivered', longMs);
    expect(message.attempts).toMatchObject([{ transport: 'relay' }]);
    expect(other.messages).toHaveLength(1);
  });
});

describe('fail-over', () => {
  it('a host that cannot be reached has its mail taken by the fallback', async () => {
    const before = other.messages.length;
    const ids = await Promise.all(Array.from({ length: 3 }, () => sendBy('shaky')));
    const messages = await Promise.all(ids.map((id) => harness.reaches(id, 'delivered', longMs)));
    expect(other.messages.length).toBe(before + 3);
    expect(messages.map(({ attempts }) => attempts.at(-1)?.transport)).toEqual(['relay', 'relay', 'relay']);
    await eventually(async () => ((await stateOf('shaky'))?.failures ?? 0) > 0);
  });

  it('a transport that is out is tried by single messages, and comes back after three that went well', async () => {
    await redis.set(transportStateKey('rested'), JSON.stringify(outSince(Date.now() - 60_000)));
    await eventually(
      async () => {
        // It is reported after the email is.
        if (back.messages.length < 3) await harness.reaches(await sendBy('rested'), 'delivered', longMs);
        return (await stateOf('rested'))?.state === 'up';
      },
      { timeoutMs: longMs },
    );
    expect(back.messages).toHaveLength(3);
  });

  it('a transport that rests gets nothing', async () => {
    await redis.set(transportStateKey('tired'), JSON.stringify(outSince(Date.now() + 600_000)));
    await eventually(
      async () => (await harness.reaches(await sendBy('tired'), 'delivered', longMs)) !== null,
    );
    expect(resting.messages).toHaveLength(0);
  });

  it('is measured with what takes the mail, from the state that operators see', async () => {
    const metrics = async () =>
      (await harness.worker.metrics()).split('\n').filter((line) => line.startsWith('send_transports_out{'));
    // Three messages at once may have put it out.
    await redis.del(transportStateKey('shaky'));
    await redis.set(transportStateKey('relay'), JSON.stringify(outSince(Date.now() + 600_000)));
    await redis.set(transportStateKey('sendgrid'), JSON.stringify(outSince(Date.now() + 600_000)));
    await redis.set(transportStateKey('amazon@eu-west-1'), JSON.stringify(outSince(Date.now() + 600_000)));
    // A worker reads each state once a second.
    await eventuallyPasses(async () => {
      expect((await metrics()).sort()).toEqual([
        'send_transports_out{transport="amazon@eu-west-1",fallback="amazon@us-east-1"} 1',
        'send_transports_out{transport="relay",fallback="none"} 1',
        'send_transports_out{transport="sendgrid",fallback="none"} 1',
        'send_transports_out{transport="tired",fallback="none"} 1',
      ]);
    });
    await redis.del(...['relay', 'sendgrid', 'amazon@eu-west-1', 'tired'].map(transportStateKey));
    await eventually(async () => (await metrics()).length === 0);
  });
});

function outSince(probeAt: number): TransportState {
  return {
    ...{ state: 'out', failures: 3, failedAt: 0, reason: 'down', cause: 'outage', since: 0 },
    ...{ probeAt, probeUntil: 0, coolDownMs: 2_000, successes: 0 },
  };
}
