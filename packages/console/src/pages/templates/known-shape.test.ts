import { partsRead, shapeOf } from './known-shape';

it('reads of which parts a template uses objects and lists', () => {
  const html = `
    {{ name | default: "there.you" }} {% if order.paid %}{{ order.total | times: 2 }}{% endif %}
    {% for item in order.items %}{{ item.name }} {{ item.price }} {{ order.items.size }}
      {%- for tag in item.tags -%}{{ tag }}{%- endfor -%}
    {% endfor %}`;
  expect(partsRead([html, null])).toMatchObject({
    name: '',
    order: { paid: '', total: '', items: [{ name: '', price: '', tags: [''] }] },
  });
});

it('reads no part from what is not closed, and from no name that is repeated without end', () => {
  expect(partsRead(['{{ '.repeat(100_000)])).toBe('');
  const loops = '{% for each in each.parts %}'.repeat(10_000);
  expect(JSON.stringify(partsRead([loops])).length).toBeLessThan(200);
});

it('a shape has the parts of all values, and none where they differ', () => {
  expect(shapeOf([{ name: 'Rome' }, undefined, { name: '', nights: 2 }])).toEqual({
    name: 'Rome',
    nights: 2,
  });
  expect(shapeOf([[{ name: 'Rome' }, { nights: 2 }], [{ price: '' }]])).toEqual([
    { name: 'Rome', nights: 2, price: '' },
  ]);
  expect(shapeOf([[], ['']])).toEqual(['']);
  expect(shapeOf([{ name: 'Rome' }, 'Rome'])).toBeUndefined();
  expect(shapeOf([[1], ['one']])).toEqual([undefined]);
});
