import { contrast, paletteOf, parse } from './brand';

const brand = (color: string | null) => ({ name: 'Acme', logoUrl: null, color, privacyUrl: null });

it.each([null, '#ffd400', '#000000', '#ffffff', '#e11d48', '#808080', '#00ff00'])(
  'keeps text and links of the colour %s legible in light and dark',
  (color) => {
    const palette = paletteOf(brand(color));
    expect(contrast(parse(palette.onBrand), parse(palette.brand))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parse(palette.light), [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(parse(palette.dark), [24, 26, 31])).toBeGreaterThanOrEqual(4.5);
  },
);

it('shows a legible colour as it is', () => {
  expect(paletteOf(brand('#1d4ed8'))).toMatchObject({ brand: '#1d4ed8', light: '#1d4ed8' });
});
