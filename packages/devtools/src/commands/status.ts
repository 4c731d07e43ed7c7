import { styleText } from 'node:util';
import { chooseEngines } from '../engines/ensure-engines';
import { engineSet } from '../engines/engine-set';
import { complaint } from '../engines/readiness';
import { sourceInUse } from '../engines/source-in-use';
import { describePortOwner, isListening } from '../processes/listening-port';
import { areOpen, developmentServers } from '../stack/development-servers';
import { developmentPorts, portsOf } from '../stack/development-ports';
import { developmentServices } from '../stack/development-services';

interface Health {
  part: string;
  ok: boolean;
  detail: string;
}

/** Prints the health of each part. @returns whether all of them are well */
export async function status(): Promise<boolean> {
  const parts = (await Promise.all([engineHealth(), developmentServerHealth(), serviceHealth()])).flat();
  for (const { part, ok, detail } of parts) {
    const mark = ok ? styleText('green', '✓') : styleText('red', '✗');
    process.stdout.write(`${mark} ${part.padEnd(20)} ${detail}\n`);
  }
  const wellCount = parts.filter(({ ok }) => ok).length;
  process.stdout.write(`${wellCount} of ${parts.length} parts are well\n`);
  return wellCount === parts.length;
}

async function engineHealth(): Promise<Health[]> {
  const set = engineSet('dev');
  if (!sourceInUse(set.name) && !process.env['DATABASE_URL']) {
    return [{ part: 'engines', ok: false, detail: 'never started here: make up' }];
  }
  const { postgres, redis, rabbitmq } = chooseEngines({ set });
  return Promise.all(
    [postgres, redis, rabbitmq].map(async (engine) => {
      const { name, url, source } = engine;
      const place = `${new URL(url).host} (${source})`;
      if (!(await engine.isOurs())) return doesNotRun(name, [Number(new URL(url).port)]);
      const reason = await complaint(name, url);
      return { part: name, ok: reason === undefined, detail: reason ? `${place}: ${reason}` : place };
    }),
  );
}

function developmentServerHealth(): Promise<Health[]> {
  return Promise.all(
    developmentServers(developmentPorts()).map(async ({ name, ports, daemon }) => {
      const pid = daemon.pid();
      if (pid === undefined) return doesNotRun(name, ports);
      const ok = await areOpen(ports);
      return { part: name, ok, detail: `ports ${ports.join(', ')}, pid ${pid}${ok ? '' : ': not all open'}` };
    }),
  );
}

function serviceHealth(): Promise<Health[]> {
  const ports = developmentPorts();
  return Promise.all(
    developmentServices({}, ports).map(async (service) => {
      const pid = service.pid();
      if (pid === undefined) return doesNotRun(service.name, portsOf(service.service, ports));
      const { status: code, body, isOurs } = await service.readiness();
      const detail = `${service.healthUrl}, pid ${pid}`;
      if (code === 200 && isOurs) return { part: service.name, ok: true, detail };
      const said = code === 0 || isOurs ? `${code} ${JSON.stringify(body)}` : 'another process answers there';
      return { part: service.name, ok: false, detail: `${detail}: ${said}` };
    }),
  );
}

/** Also says when another process, perhaps of another checkout, answers in place of the part. */
async function doesNotRun(part: string, ports: readonly number[]): Promise<Health> {
  const open = await Promise.all(ports.map(isListening));
  const taken = ports.find((_port, index) => open[index]);
  const owner = taken === undefined ? '' : `; port ${taken} belongs to ${describePortOwner(taken)}`;
  return { part, ok: false, detail: `does not run here: make up${owner}` };
}
