import { hostOfTopic, readSnsMessage, stringToSign } from './sns-message';

it('signs the lines that Amazon documents, without what is absent', () => {
  const message = {
    ...{ Type: 'Notification', MessageId: 'id', TopicArn: 'arn', Timestamp: 'now', Message: 'Hi\n' },
    ...{ Signature: 's', SignatureVersion: '1', SigningCertURL: 'u', UnsubscribeURL: 'x' },
  };
  const read = readSnsMessage(Buffer.from(JSON.stringify(message)));
  expect(read && stringToSign(read)).toBe(
    'Message\nHi\n\nMessageId\nid\nTimestamp\nnow\nTopicArn\narn\nType\nNotification\n',
  );
  const titled = readSnsMessage(Buffer.from(JSON.stringify({ ...message, Subject: 'S' })));
  expect(titled && stringToSign(titled)).toContain('MessageId\nid\nSubject\nS\nTimestamp\n');
});

it.each([
  ['arn:aws:sns:eu-west-1:123456789012:mail-events', 'sns.eu-west-1.amazonaws.com'],
  ['arn:aws-us-gov:sns:us-gov-west-1:123456789012:a.fifo', 'sns.us-gov-west-1.amazonaws.com'],
  ['arn:aws-cn:sns:cn-north-1:123456789012:a', 'sns.cn-north-1.amazonaws.com.cn'],
  ['arn:aws:sns:evil.example/:123456789012:a', null],
  ['arn:aws:sqs:eu-west-1:123456789012:a', null],
  ['mail-events', null],
])('%s is a topic of %s', (arn, host) => {
  expect(hostOfTopic(arn)).toBe(host);
});
