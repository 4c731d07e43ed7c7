import { prepareTestRun } from '@postrider/testkit';
import { request } from 'undici';
import type { Engines, EngineSource, Report } from '../engines/engine';
import { engineSet, type NamedSet } from '../engines/engine-set';
import { ensureEngines } from '../engines/ensure-engines';

const own: readonly EngineSource[] = ['docker', 'local'];
const timeoutMs = 10_000;

/**
 * Engines that answer and a template database, ready for any number of test contexts.
 *
 * @returns environment variables of the run
 */
export async function beginTestRun(report: Report): Promise<Record<string, string>> {
  return prepareTestRun(urlsOf(await enginesForTests(report)));
}

/**
 * Starts the set's own engines and makes `createTestContext` work on them outside of jest. Engines given by
 * URL are left alone: a caller that asks for a set by name may kill its engines.
 */
export async function useEngineSet(name: NamedSet, report: Report = () => undefined): Promise<Engines> {
  const engines = await ensureEngines({ set: engineSet(name), sources: own, report });
  Object.assign(process.env, await prepareTestRun(urlsOf(engines)));
  return engines;
}

/** Tests need virtual hosts: a broker given by URL without its HTTP API gives way to one of our own. */
async function enginesForTests(report: Report): Promise<Engines> {
  const set = engineSet('test');
  const engines = await ensureEngines({ set, report });
  if (engines.rabbitmq.source !== 'environment' || (await managementAnswers(engines.amqpManagementUrl))) {
    return engines;
  }
  report('AMQP_URL has no HTTP API (AMQP_MANAGEMENT_URL); tests use a RabbitMQ of their own');
  const { rabbitmq, amqpManagementUrl } = await ensureEngines({ set, report, sources: own });
  return { ...engines, rabbitmq, amqpManagementUrl };
}

async function managementAnswers(managementUrl: string): Promise<boolean> {
  const { username, password, origin } = new URL(managementUrl);
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
  try {
    const answer = await request(`${origin}/api/whoami`, {
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: { authorization },
    });
    await answer.body.dump();
    return answer.statusCode < 300;
  } catch {
    return false;
  }
}

function urlsOf({ postgres, redis, rabbitmq, amqpManagementUrl }: Engines) {
  return { adminUrl: postgres.url, redisUrl: redis.url, amqpUrl: rabbitmq.url, amqpManagementUrl };
}
