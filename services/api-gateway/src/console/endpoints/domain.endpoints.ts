import {
  domainDmarcPolicy,
  domainMtaSts,
  domainSending,
  setDomainDmarcPolicyRequest,
  setDomainMtaStsRequest,
  updateDomainSendingRequest,
} from '@postrider/contracts/console';
import { defineEndpoint } from '../endpoint';

const tag = 'Domains';
const success = { status: 200, schema: domainSending };

export const domainEndpoints = {
  read: defineEndpoint({
    operationId: 'readDomainSending',
    method: 'GET',
    path: '/domains/:id/sending',
    access: 'viewer',
    summary: 'Get how a domain sends',
    description: 'Returns DKIM keys, transport, warm-up and daily cap of a domain.',
    tag,
    success,
    errors: ['not_found'],
  }),
  update: defineEndpoint({
    operationId: 'updateDomainSending',
    method: 'PATCH',
    path: '/domains/:id/sending',
    access: 'admin',
    body: updateDomainSendingRequest,
    summary: 'Update how a domain sends',
    description:
      'Changes transport, warm-up and daily cap. Only for internal organizations: the platform decides about domains of clients.',
    tag,
    success,
    errors: ['not_found', 'forbidden', 'validation_error'],
  }),
  rotateKeys: defineEndpoint({
    operationId: 'rotateDomainKeys',
    method: 'POST',
    path: '/domains/:id/rotate-keys',
    access: 'admin',
    summary: 'Rotate DKIM keys',
    description:
      'Creates new DKIM keys within seconds. Publish their records: once they are found, the new keys sign, and a week later the old ones are removed. `POST /domains/{id}/verify` checks at once. If new keys already wait for their records, nothing changes.',
    tag,
    success,
    errors: ['not_found', 'domain_not_verified'],
  }),
  readDmarcPolicy: defineEndpoint({
    operationId: 'readDomainDmarcPolicy',
    method: 'GET',
    path: '/domains/:id/dmarc-policy',
    access: 'viewer',
    summary: 'Get the DMARC policy of a domain',
    description:
      'Returns the chosen policy, the one in DNS, and whether the DMARC reports of the last 30 days allow a stricter one.',
    tag,
    success: { status: 200, schema: domainDmarcPolicy },
    errors: ['not_found'],
  }),
  setDmarcPolicy: defineEndpoint({
    operationId: 'setDomainDmarcPolicy',
    method: 'PUT',
    path: '/domains/:id/dmarc-policy',
    access: 'admin',
    body: setDomainDmarcPolicyRequest,
    summary: 'Set the DMARC policy of a domain',
    description:
      'Changes the policy in the expected DMARC record. `POST /domains/{id}/publish` writes it with the `dns_mode` `cloudflare`; otherwise, publish the record yourself. `POST /domains/{id}/verify` shows the new record at once.',
    tag,
    success: { status: 200, schema: domainDmarcPolicy },
    errors: ['not_found', 'validation_error'],
  }),
  readMtaSts: defineEndpoint({
    operationId: 'readDomainMtaSts',
    method: 'GET',
    path: '/domains/:id/mta-sts',
    access: 'viewer',
    summary: 'Get the MTA-STS policy of a domain',
    description:
      'Returns the MTA-STS policy that Postrider serves for the domain, and the mail servers in its MX records.',
    tag,
    success: { status: 200, schema: domainMtaSts },
    errors: ['not_found'],
  }),
  setMtaSts: defineEndpoint({
    operationId: 'setDomainMtaSts',
    method: 'PUT',
    path: '/domains/:id/mta-sts',
    access: 'admin',
    body: setDomainMtaStsRequest,
    summary: 'Set the MTA-STS policy of a domain',
    description:
      'Postrider serves the policy at `url` within a minute while the domain is verified, and adds two `MTA_STS` records to the records of the domain. `POST /domains/{id}/publish` writes them with the `dns_mode` `cloudflare`; otherwise, publish them yourself. The proxy in front of Postrider needs a certificate for the host of `url`.',
    tag,
    success: { status: 200, schema: domainMtaSts },
    errors: ['not_found', 'validation_error'],
  }),
};
