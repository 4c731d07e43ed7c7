import { styleText } from 'node:util';
import { chooseEngines } from '../engines/ensure-engines';
import { engineSet } from '../engines/engine-set';
import { complaint } from '../engines/readiness';
import { sourceInUse } from '../engines/source-in-use';
import { areOpen, developmentHelpers } from './development-helpers';
import { developmentPorts } from './development-ports';
import { developmentServices } from './development-services';

interface Health {
  part: string;
  ok: boolean;
  detail: string;
}

/** Prints the health of each part. @returns whether all of them are well */
export async function status(): Promise<boolean> {
  const parts = (await Promise.all([engineHealth(), helperHealth(), serviceHealth()])).flat();
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
    [postgres, redis, rabbitmq].map(async ({ name, url, source }) => {
      const reason = await complaint(name, url);
      const place = `${new URL(url).host} (${source})`;
      return { part: name, ok: reason === undefined, detail: reason ? `${place}: ${reason}` : place };
    }),
  );
}

function helperHealth(): Promise<Health[]> {
  return Promise.all(
    developmentHelpers(developmentPorts()).map(async ({ name, ports, daemon }) => {
      const pid = daemon.pid();
      const ok = pid !== undefined && (await areOpen(ports));
      return {
        part: name,
        ok,
        detail: ok ? `ports ${ports.join(', ')}, pid ${pid}` : 'does not run: make up',
      };
    }),
  );
}

function serviceHealth(): Promise<Health[]> {
  return Promise.all(
    developmentServices({}, developmentPorts()).map(async (service) => {
      const pid = service.pid();
      const { status: code, body } = await service.readiness();
      if (pid === undefined) return { part: service.name, ok: false, detail: 'does not run: make up' };
      const detail = `${service.healthUrl}, pid ${pid}`;
      if (code === 200) return { part: service.name, ok: true, detail };
      return { part: service.name, ok: false, detail: `${detail}: ${code} ${JSON.stringify(body)}` };
    }),
  );
}
