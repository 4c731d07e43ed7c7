import { z } from 'zod';
import { testBroadcastRequest } from '../broadcasts/broadcast';
import { sample } from '../fields/sample';
import { dryRunRequest } from './automation-dry-run';
import { stepPosition } from './automation-run-cancellation';

export const testAutomationRequest = z
  .object({
    to: testBroadcastRequest.shape.to,
    position: stepPosition.meta({ description: 'Position of the `send` step.', examples: ['0'] }),
    contact: testBroadcastRequest.shape.contact,
    properties: dryRunRequest.shape.properties,
    steps: dryRunRequest.shape.steps,
  })
  .meta({
    id: 'TestAutomationRequest',
    description: 'Recipients of a test, and the step whose email they get.',
    examples: [{ to: [sample.to], position: '0' }],
  });
