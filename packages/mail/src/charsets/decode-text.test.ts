import { decodeText } from './decode-text';

const octets = (...bytes: readonly (number | string)[]): Buffer =>
  Buffer.concat(
    bytes.map((each) => (typeof each === 'string' ? Buffer.from(each, 'latin1') : Buffer.of(each))),
  );
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex');

describe('a label', () => {
  it.each([
    // Hangul that is in cp949 alone: the first syllable is not in KS X 1001.
    ['euc-kr', hex('8c63 b9e6 b0a2 c7cf'), '똠방각하'],
    ['ks_c_5601-1987', hex('8c63 b9e6'), '똠방'],
    ['cp949', hex('bbf3c7fc'), '상형'],
    ['UHC', hex('8141'), '갂'],
    ['x-windows-949', hex('8141'), '갂'],
    // Hong Kong's characters, which ICU has as private use.
    ['big5', hex('8745 a4a4'), '𧉧中'],
    ['big5-hkscs', hex('fed0'), '𡸜'],
    ['gb2312', hex('d6d0 b9fa'), '中国'],
    ['GBK', hex('8140'), '丂'],
    ['gb2312', hex('9439fc36'), '😀'],
    ['iso-8859-1', octets('caf', 0xe9, ' ', 0x80, ' ', 0x93, 'x', 0x94), 'café € “x”'],
    ['ISO_8859-1:1987', octets(0xe9), 'é'],
    ['latin1', octets(0x92), '’'],
    ['iso-8859-15', octets(0xa4), '€'],
    ['iso-8859-16', octets(0xaa), 'Ș'],
    ['koi8-u', octets(0xa6, 0xb7), 'іЇ'],
    ['windows-1251', octets(0xcf, 0xf0), 'Пр'],
    ['cp-1251', octets(0xcf), 'П'],
    ['cp437', octets(0x81), 'ü'],
    ['x-mac-cyrillic', octets(0xa2), 'Ґ'],
    ['x-mac-roman', octets(0xdb), '€'],
    ['tis-620', octets(0xa1), 'ก'],
    ['iso-8859-8-i', octets(0xf9, 0xec), 'של'],
    ['shift_jis', hex('8740 93fa'), '①日'],
    ['windows-31j', hex('fbfc'), '髙'],
    ['eucJP-ms', hex('ada1'), '①'],
    ['iso-2022-jp', octets('\x1b$B-!F|K\\\x1b(B.'), '①日本.'],
    ['iso-2022-jp-ms', octets('\x1b$B-!\x1b(B'), '①'],
    ['x-iso2022jp-cp932', octets('\x1b$B-!\x1b(B'), '①'],
    ['cp50220', octets('\x1b$BF|\x1b(B'), '日'],
    ['csISO2022JP', octets('\x1b$BF|\x1b(J'), '日'],
    ['utf-16', hex('fffe 4100 fc00'), 'Aü'],
    ['utf-16be', hex('0041 00fc'), 'Aü'],
    ['utf-16le', hex('4100 fc00'), 'Aü'],
    ['unicode', octets('<p>not at all'), '<p>not at all'],
    ['utf-7', octets('+APw-ber'), 'über'],
    ['utf8mb4', Buffer.from('ü'), 'ü'],
    ['"UTF8";', Buffer.from('ü'), 'ü'],
    ['cp65001', Buffer.from('ü'), 'ü'],
  ])('%s is read by the characters of that charset', (label, bytes, text) => {
    expect(decodeText(bytes, label)).toBe(text);
  });

  it.each([
    'us-ascii',
    'ANSI_X3.4-1968',
    'US-ASCII',
    '646',
    'iso646-us',
    'x-unknown',
    'unknown-8bit',
    '',
    null,
    '8bit',
    'base64',
    'binary',
  ])('%s says nothing, so the octets decide', (label) => {
    expect(decodeText(Buffer.from('Grüße 👋'), label)).toBe('Grüße 👋');
    expect(decodeText(octets('Gr', 0xfc, 0xdf, 'e ', 0x80), label)).toBe('Grüße €');
    expect(decodeText(octets('\x1b$BF|K\\\x1b(B'), label)).toBe('日本');
    expect(decodeText(octets('plain'), label)).toBe('plain');
  });

  it('that the octets contradict is not believed', () => {
    for (const label of ['gb2312', 'euc-kr', 'shift_jis', 'big5', 'utf-16be', 'iso-2022-jp']) {
      expect(decodeText(Buffer.from('Grüße aus Köln – 5 €!'), label)).toBe('Grüße aus Köln – 5 €!');
    }
    expect(decodeText(octets('Gr', 0xfc, 0xdf, 'e'), 'utf-8')).toBe('Grüße');
  });
});

describe('octets without a label', () => {
  it('that were cut inside a character are UTF-8 all the same', () => {
    const whole = Buffer.from('Grüße, schöne Grü');
    expect(decodeText(whole.subarray(0, -1), null)).toBe('Grüße, schöne Gr\ufffd');
    expect(decodeText(Buffer.concat([Buffer.from('ü'), octets(0xff)]), 'utf-8')).toBe('ü\ufffd');
  });

  it('are what is said otherwise, if that is possible', () => {
    const cyrillic = octets(0xcf, 0xf0, 0xe8);
    expect(decodeText(cyrillic, null, 'windows-1251')).toBe('При');
    expect(decodeText(cyrillic, null, 'utf-8')).toBe('Ïðè');
    expect(decodeText(Buffer.from('При'), null, 'windows-1251')).toBe('При');
    expect(decodeText(octets('caf', 0xe9), null, 'utf-16')).toBe('café');
  });

  it('with the escapes of a terminal are no Japanese', () => {
    const colours = '\x1b[31mred\x1b[0m\x1b(B done';
    expect(decodeText(octets(colours), null)).toBe(colours);
    expect(decodeText(octets('price: \x1b$5'), null)).toBe('price: \x1b$5');
  });

  it('keep a replacement character that was written', () => {
    expect(decodeText(Buffer.from('\ufffd'), null)).toBe('\ufffd');
    expect(decodeText(Buffer.from('\ufffd'), 'utf-8')).toBe('\ufffd');
  });
});
