import type { Clock } from '@postrider/runtime';
import type { Route } from '../http/route';
import type { AutomationRouteOptions } from './automation-request';
import { cancelAutomationRunRoute } from './cancel-automation-run.route';
import { cancelAutomationRunsRoute } from './cancel-automation-runs.route';
import { createAutomationRoute } from './create-automation.route';
import { deleteAutomationRoute } from './delete-automation.route';
import { dryRunAutomationRoute } from './dry-run-automation.route';
import { listAutomationRunsRoute } from './list-automation-runs.route';
import { listAutomationVersionsRoute } from './list-automation-versions.route';
import { readAutomationVersionRoute } from './read-automation-version.route';
import { listAutomationsRoute } from './list-automations.route';
import { readAutomationRunRoute } from './read-automation-run.route';
import { readAutomationRoute } from './read-automation.route';
import { readStepCountsRoute } from './read-step-counts.route';
import type { SendTestsOptions } from '../broadcasts/send-tests';
import { testAutomationRoute } from './test-automation.route';
import { updateAutomationRoute } from './update-automation.route';

export function automationRoutes(
  options: AutomationRouteOptions & SendTestsOptions & { readonly clock: Clock },
): Route[] {
  return [
    createAutomationRoute(options),
    listAutomationsRoute(options),
    readAutomationRoute(options),
    updateAutomationRoute(options),
    deleteAutomationRoute(options),
    listAutomationVersionsRoute(options),
    readAutomationVersionRoute(options),
    readStepCountsRoute(options),
    dryRunAutomationRoute(options),
    testAutomationRoute(options),
    listAutomationRunsRoute(options),
    // Before the one with an id in its place.
    cancelAutomationRunsRoute(options),
    readAutomationRunRoute(options),
    cancelAutomationRunRoute(options),
  ];
}
