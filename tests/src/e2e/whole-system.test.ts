import { addressing } from './addresses.suite';
import { hidingRecipients } from './hidden-recipients.suite';
import { bulkMail, tracking } from './links.suite';
import { logging, operating } from './operation.suite';
import { refusals } from './outcomes.suite';
import { startOnce, stopOnce } from './running-system';
import { repeatingRequests, scheduling, testMode } from './requests.suite';
import { counting, sendingOverHttp } from './sending.suite';
import { stockSmtpClients } from './smtp-clients.suite';
import { guessingOverSmtp, submittingOverSmtp } from './submission.suite';
import { templates } from './templates.suite';
import { trust } from './trust.suite';
import { webhooks } from './webhooks.suite';
import { wholeEntities } from './whole-entities.suite';

beforeAll(startOnce, 120_000);
afterAll(stopOnce, 60_000);

describe('sending over HTTP', sendingOverHttp);
describe('recipients and counters', counting);
describe('addresses and headers', addressing);
describe('hidden recipients', hidingRecipients);
describe('repeating requests', repeatingRequests);
describe('scheduling', scheduling);
describe('test keys', testMode);
describe('refusals', refusals);
describe('bulk mail', bulkMail);
describe('tracking', tracking);
describe('templates', templates);
describe('webhooks', webhooks);
describe('submitting over SMTP', submittingOverSmtp);
describe('guessing over SMTP', guessingOverSmtp);
describe('entities sent as they are', wholeEntities);
describe('SMTP clients', stockSmtpClients);
describe('trust', trust);
describe('operation', operating);
// Last: it reads what all the others left behind.
describe('logs', logging);
