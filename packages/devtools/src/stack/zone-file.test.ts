import { platformRecords } from '@postrider/mail';
import { platformHost, platformRecords as published } from '@postrider/testkit';
import { developmentSettings, type DevelopmentParts } from './development-settings';

test('the zone of the development stack has each record that doctor and workers check', () => {
  const { SMTP_NAME: smtpName = '', EHLO_NAME: helloName = '' } = developmentSettings(parts);
  const wanted = platformRecords({
    ...{ platformHost, smtpName, webHosts: [], hostAddresses: ['127.0.0.1'] },
    sources: [{ address: '127.0.0.1', helloName }],
    ...{ spfIncludes: [], dkim: null, tlsReportFrom: null },
  }).map(({ type, name }) => `${type} ${type === 'PTR' ? '1.0.0.127.in-addr.arpa' : name}`);
  expect(published.map(({ type, name }) => `${type} ${name}`)).toEqual(expect.arrayContaining(wanted));
});

const engine = { url: '' };
const parts = {
  engines: { postgres: engine, redis: engine, rabbitmq: engine },
  ports: { health: {} },
  secrets: {},
  tls: {},
} as unknown as DevelopmentParts;
