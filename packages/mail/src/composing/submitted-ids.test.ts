import { composeMessage } from './compose-message';
import { idsInThread, renamedInThread, submittedIdHash } from './submitted-ids';

test('an id is the same with angle brackets, without them and with blanks around it', () => {
  const forms = [
    '<20261122.1@client.example>',
    '20261122.1@client.example',
    ' <20261122.1@client.example>\t',
  ];
  const hashes = forms.map((form) => submittedIdHash(form)?.toString('hex'));
  expect(new Set(hashes).size).toBe(1);
  expect(hashes[0]).toHaveLength(32);
  expect(submittedIdHash('<20261122.2@client.example>')?.toString('hex')).not.toBe(hashes[0]);
});

test.each(['', '<>', '< >', '  '])('%p names nothing', (id) => expect(submittedIdHash(id)).toBeNull());

test('the ids of a thread are those of both headers, however their names are written', () => {
  const headers = {
    'in-reply-to': '<b@x>',
    REFERENCES: '<a@x>\r\n\t<b@x> (a comment) < c@x >',
    'X-Other': '<d@x>',
  };
  expect(idsInThread(headers)).toEqual(['b@x', 'a@x', 'c@x']);
  expect(idsInThread({ 'In-Reply-To': 'a mail of yesterday <', References: '' })).toEqual([]);
});

test('of a long thread the first and the newest are looked up', () => {
  const all = Array.from({ length: 500 }, (_, at) => `${at}@x`);
  const ids = idsInThread({ References: all.map((id) => `<${id}>`).join(' ') });
  expect(ids).toEqual(['0@x', ...all.slice(-39)]);
});

test('known ids become ours, others stay as they are', () => {
  const headers = { 'In-Reply-To': '<b@x>', References: '<a@x> <b@x>', 'X-Copy': '<b@x>' };
  expect(renamedInThread(headers, new Map([['b@x', '<1@ours>']]))).toEqual({
    'In-Reply-To': '<1@ours>',
    References: '<a@x> <1@ours>',
    'X-Copy': '<b@x>',
  });
});

test('a thread whose ids have grown is folded between them, never within', () => {
  const ids = Array.from({ length: 40 }, (_, at) => `${at}@x`);
  const ours = new Map(
    ids.map((id, at) => [id, `<0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4${at + 100}@${'shop'.repeat(12)}.example>`]),
  );
  const headers = renamedInThread({ References: ids.map((id) => `<${id}>`).join('') }, ours);
  const mail = composeMessage({
    emailId: '0198a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b',
    domain: 'shop.example',
    date: new Date(0),
    from: 'a@shop.example',
    to: ['b@x.example'],
    subject: 'A thread',
    text: 'Hello',
    headers,
  }).toString();
  const [head = ''] = mail.split('\r\n\r\n');
  expect(Math.max(...head.split('\r\n').map((line) => line.length))).toBeLessThan(200);
  const [, references = ''] = /^References:((?:.|\r\n )*)$/m.exec(head) ?? [];
  expect(references.trim().split(/\s+/)).toEqual([...ours.values()]);
});
