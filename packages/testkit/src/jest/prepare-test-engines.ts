import { prepareContexts } from '../context/prepare-contexts';
import type { TestEngines } from '../context/test-engines';
import { managementAnswers } from '../context/virtual-host';
import { ensureEngines } from '../engines/ensure-engines';
import { engineSet } from '../engines/engine-set';
import type { Engines, Report } from '../engines/engine';

/** Engines that answer and a template database, ready for any number of test contexts. */
export async function prepareTestEngines(report: Report): Promise<TestEngines> {
  return prepareContexts(await enginesForTests(report));
}

/** Tests need virtual hosts: a broker given by URL without its HTTP API gives way to one of our own. */
async function enginesForTests(report: Report): Promise<Engines> {
  const set = engineSet('test');
  const engines = await ensureEngines({ set, report });
  if (engines.rabbitmq.source !== 'environment' || (await managementAnswers(engines.amqpManagementUrl))) {
    return engines;
  }
  report('AMQP_URL has no HTTP API (AMQP_MANAGEMENT_URL); tests use a RabbitMQ of their own');
  const own = await ensureEngines({ set, report, sources: ['docker', 'local'] });
  return { ...engines, rabbitmq: own.rabbitmq, amqpManagementUrl: own.amqpManagementUrl };
}
