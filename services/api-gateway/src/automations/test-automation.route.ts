import { compileContent, placedSteps, renderContent, type RecipientLinks } from '@postrider/audiences';
import { testAutomationRequest, type AutomationStep, type SendStep } from '@postrider/contracts/automations';
import { testBroadcastResponse } from '@postrider/contracts/broadcasts';
import type { EmailContent } from '@postrider/contracts/emails';
import { AppError, invalidField, validationError } from '@postrider/contracts/errors';
import { addUtmParameters } from '@postrider/mail';
import { findUtm } from '../broadcasts/broadcast-organization.repository';
import { madeUpContact } from '../broadcasts/made-up-contact';
import { sendTests, type SendTestsOptions } from '../broadcasts/send-tests';
import { contactOf, contentContactOf } from '../contacts/contact-request';
import { defineRoute, type Route } from '../http/route';
import { automationOf, foundAutomation, type AutomationRouteOptions } from './automation-request';
import { automationBodyBytesMax, automationBodyValuesMax } from './create-automation.route';
import { contentOf } from './dry-run';
import { renderStepDocuments } from './render-step-documents';

export function testAutomationRoute(options: AutomationRouteOptions & SendTestsOptions): Route {
  const { automations, contacts, pool, renderer } = options;
  return defineRoute({
    operationId: 'sendTestOfAutomation',
    method: 'POST',
    path: '/automations/:id_or_slug/test',
    access: { key: 'SEND' },
    testKeys: 'refused',
    limitedKeys: 'refused',
    body: testAutomationRequest,
    bodyBytesMax: automationBodyBytesMax,
    bodyValuesMax: automationBodyValuesMax,
    summary: 'Send a test of a step',
    description:
      'Sends the email of a step to the given addresses, which need not be contacts. No run starts. Test emails count toward your quota. Their unsubscribe and preferences links show the pages and change nothing.',
    tag: 'Automations',
    success: { status: 200, schema: testBroadcastResponse },
    errors: [
      ...(['not_found', 'validation_error', 'template_not_found', 'template_variables'] as const),
      ...(['invalid_subject', 'payload_too_large'] as const),
    ],
    handle: async ({ principal, params, body, quota }) => {
      const organizationId = principal.organization.id;
      const found = await automations.find(automationOf({ principal, params }));
      const { definition, slug } = foundAutomation(found);
      const steps =
        body.steps === undefined
          ? definition.steps
          : await renderStepDocuments(pool, { organizationId }, body.steps);
      const step = sendStepAt(steps, body.position);
      const content = await contentOf(pool, organizationId, step);
      if (content === null) throw new AppError('template_not_found');
      const compiled = await compileContent(renderer, content.source, { organizationId, hasEvent: true });
      if (compiled.state === 'busy') throw compiled.error;
      if (compiled.state === 'invalid') throw validationError(compiled.problems);
      const person =
        body.contact === undefined ? null : await contacts.find(contactOf(principal, body.contact));
      if (body.contact !== undefined && person === null)
        throw invalidField('contact', 'there is no such contact');
      const contact = person === null ? madeUpContact(compiled.content) : contentContactOf(person.contact);
      const utm = await findUtm(pool, organizationId, slug);
      const event = { name: definition.trigger.event, properties: body.properties };
      const render = async (links: RecipientLinks): Promise<EmailContent> => {
        const rendering = await renderContent(renderer, compiled.content, {
          ...{ organizationId, contact, links, event },
        });
        if (rendering.state !== 'rendered') throw rendering.error;
        const { subject, html, text } = addUtmParameters(rendering, utm, Object.values(links));
        return { subject, html, text };
      };
      const replyTo = step.reply_to ?? null;
      const data = await sendTests(options, {
        ...{ principal, quota, to: body.to, from: step.from, replyTo, render },
      });
      return { status: 200, body: { data } };
    },
  });
}

/** @throws AppError `validation_error` */
function sendStepAt(steps: readonly AutomationStep[], position: string): SendStep {
  const found = placedSteps(steps).find((each) => each.position === position);
  if (found?.step.type !== 'send') throw invalidField('position', 'there is no send step at this position');
  return found.step;
}
