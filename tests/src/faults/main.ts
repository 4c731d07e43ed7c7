import { EngineError, useEngineSet, type Engines } from '@postrider/devtools';
import { allScenarios } from './all-scenarios';
import { readSettings, type FaultsSettings } from './config';
import { printTable, writeResults, type ScenarioResult } from './report';
import { runScenario } from './run-scenario';
import type { Scenario } from './scenario';

async function main(): Promise<boolean> {
  const settings = readSettings();
  const chosen = choose(settings.only);
  console.log(
    `${chosen.length} scenarios, ${settings.messages} messages each at ${settings.messagesPerSecond}/s`,
  );
  const engines = await useEngineSet('faults', (line) => console.log(`  ${line}`));
  const results: ScenarioResult[] = [];
  for (const [index, scenario] of chosen.entries()) {
    console.log(`[${index + 1}/${chosen.length}] ${scenario.name}: ${scenario.promise}`);
    const result = await resultOf(scenario, engines, settings);
    console.log(`    ${result.held === true ? 'held' : 'BROKEN'}: ${result.detail}`);
    results.push(result);
    writeResults(results, false);
  }
  printTable(results);
  console.log(`\nwritten to ${writeResults(results, chosen.length === allScenarios.length)}`);
  await Promise.all([engines.postgres.stop(), engines.redis.stop(), engines.rabbitmq.stop()]);
  return results.every(({ held }) => held !== false);
}

function choose(only: readonly string[]): readonly Scenario[] {
  if (only.length === 0) return allScenarios;
  const chosen = allScenarios.filter(({ name }) => only.some((start) => name.startsWith(start)));
  if (chosen.length > 0) return chosen;
  throw new EngineError(
    `ONLY=${only.join(',')} names no scenario; there are:\n  ${allScenarios.map(({ name }) => name).join('\n  ')}`,
  );
}

async function resultOf(
  scenario: Scenario,
  engines: Engines,
  settings: FaultsSettings,
): Promise<ScenarioResult> {
  try {
    return await runScenario(scenario, engines, settings);
  } catch (error) {
    const detail = `BROKEN: the scenario itself failed: ${error instanceof Error ? error.message : String(error)}`;
    return {
      scenario: scenario.name,
      promise: scenario.promise,
      held: false,
      accepted: 0,
      lost: 0,
      duplicates: 0,
      detail,
    };
  }
}

main().then(
  (held) => process.exit(held ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof EngineError ? error.message : error);
    process.exit(1);
  },
);
