import { imageTag } from './image-tag';

const image = { url: 'https://api.example.com/i/a.png', width: 1_200, height: 800, alt: 'Tulips' };

it('an image tag is half as wide as its image for sharp screens, and never wider than the image', () => {
  expect(imageTag(image)).toBe(
    '<img src="https://api.example.com/i/a.png" width="600" alt="Tulips" style="display:block;max-width:100%;height:auto;border:0">',
  );
  expect(imageTag({ ...image, width: 90 })).toContain('width="90"');
});

it('an image tag has an empty alternative text where there is none', () => {
  expect(imageTag({ ...image, alt: null })).toContain('alt=""');
});

it('neither HTML nor Liquid can be written by an alternative text', () => {
  expect(imageTag({ ...image, alt: '"><b>{{ contact.email }}{% raw %}' })).toContain(
    'alt="&#34;&#62;&#60;b&#62;&#123;&#123; contact.email &#125;&#125;&#123;% raw %&#125;"',
  );
});
