import { createMessagesInHand } from './messages-in-hand';

const bulk = { organizationId: 'a', lane: 'bulk' } as const;
const transactional = { organizationId: 'a', lane: 'transactional' } as const;

it('counts an organization with two messages in hand as a small sender, and one with three as a large sender', () => {
  const inHand = createMessagesInHand();
  inHand.add(bulk);
  inHand.add(bulk);
  expect(inHand.sizeOf(bulk)).toBe('small');
  inHand.add(bulk);
  expect(inHand.sizeOf(bulk)).toBe('large');
});

it('counts the last messages of a flood as a large sender’s, and the first ones after it as a small sender’s', () => {
  const inHand = createMessagesInHand();
  for (let count = 0; count < 3; count += 1) inHand.add(bulk);
  inHand.remove(bulk);
  inHand.remove(bulk);
  expect(inHand.sizeOf(bulk)).toBe('large');
  inHand.remove(bulk);
  inHand.add(bulk);
  expect(inHand.sizeOf(bulk)).toBe('small');
});

it('does not count messages of other lanes', () => {
  const inHand = createMessagesInHand();
  for (let count = 0; count < 3; count += 1) inHand.add(bulk);
  inHand.add(transactional);
  expect(inHand.sizeOf(transactional)).toBe('small');
});
