import { createOnTheWire } from './on-the-wire';

it('three of four that are under way are worth a statement; alone nobody waits', () => {
  const onTheWire = createOnTheWire();
  const ends = Array.from({ length: 4 }, () => onTheWire.begin());
  expect(onTheWire.enough()).toBe(3);
  for (const end of ends.slice(1)) end();
  expect(onTheWire.enough()).toBe(0);
});

it('nobody waits for servers that are slow', () => {
  let nowMs = 0;
  const onTheWire = createOnTheWire(() => nowMs);
  const hanging = Array.from({ length: 300 }, () => onTheWire.begin());
  nowMs = 60;
  const quick = onTheWire.begin();
  expect(onTheWire.enough()).toBe(0);
  quick();
  for (const end of hanging) end();
  expect(onTheWire.enough()).toBe(0);
});
