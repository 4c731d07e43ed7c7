import { z } from 'zod';
import { countOrNull, flag, line, lineOrNull, objectName, timeOrNull } from '../fields/fields';
import { listOf, pageQuery } from '../fields/page';
import { sample } from '../fields/sample';
import { lineOfText } from '../fields/text';
import { domainStatuses } from '../statuses/statuses';
import { sourcePoolName } from '../transports/transports';
import { updateDomainSendingRequest } from './domain';

export const listOperatorDomainsQuery = pageQuery.extend({
  organization: lineOfText()
    .min(1)
    .max(64)
    .optional()
    .meta({ description: 'Only of the organization with this id or slug.', examples: ['acme'] }),
  name: lineOfText()
    .min(1)
    .max(253)
    .optional()
    .meta({ description: 'Only the domain with this name.', examples: ['acme.example'] }),
});

const operatorDomain = z
  .object({
    object: objectName('operator_domain'),
    id: line('Id of the domain.', sample.domainId),
    name: line('Name of the domain.', 'acme.example'),
    organization: line('Slug of the organization.', 'acme'),
    status: z.enum(domainStatuses).meta({ description: 'Status of the domain.' }),
    transport: line('Transport of its email.', 'mx'),
    source_pool: lineOrNull('Pool of source addresses. Null: that of its stream.', null),
    daily_cap: countOrNull('Recipients per UTC day. Null: there is no cap.', null),
    warm_up_started_at: timeOrNull('First day of its warm-up. Null: it is not warming up.', null),
    keys_waiting: flag('Whether new DKIM keys wait for their DNS records.'),
  })
  .meta({ id: 'OperatorDomain', description: 'A sending domain of any organization.' });
export type OperatorDomain = z.infer<typeof operatorDomain>;

export const operatorDomainList = listOf(operatorDomain);

export const updateOperatorDomainRequest = z
  .object({
    ...updateDomainSendingRequest.shape,
    source_pool: sourcePoolName
      .nullable()
      .optional()
      .meta({ description: 'Pool of source addresses. Null: that of its stream.', examples: ['vip'] }),
  })
  .meta({
    id: 'UpdateOperatorDomainRequest',
    description: 'The fields to change.',
    examples: [{ daily_cap: 5_000 }],
  });

export const operatorDomainChanged = z
  .object({
    object: objectName('operator_domain_change'),
    id: line('Id of the domain.', sample.domainId),
  })
  .meta({ id: 'OperatorDomainChange', description: 'A domain that was changed.' });
