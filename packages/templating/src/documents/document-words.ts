import type { DocumentSocial } from '@postrider/contracts/email-documents';

export const serviceNames: Readonly<Record<DocumentSocial['links'][number]['service'], string>> = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
  x: 'X',
  bluesky: 'Bluesky',
  mastodon: 'Mastodon',
  github: 'GitHub',
  website: 'Website',
};

const english = ['Unsubscribe', 'Preferences', 'View in browser'] as const;

/** In the languages of the public pages: unsubscribe, preferences, and view in browser. */
const footerWords: Readonly<Record<string, readonly [string, string, string]>> = {
  en: english,
  de: ['Abmelden', 'Einstellungen', 'Im Browser ansehen'],
  es: ['Darse de baja', 'Preferencias', 'Ver en el navegador'],
  fr: ['Se désabonner', 'Préférences', 'Voir dans le navigateur'],
  ja: ['配信停止', '設定', 'ブラウザで表示'],
  zh: ['退订', '偏好设置', '在浏览器中查看'],
};

export function footerLinksOf(language = 'en') {
  const [unsubscribe, preferences, view] = footerWords[language.slice(0, 2)] ?? english;
  return [
    { label: unsubscribe, link: '{{ unsubscribe_url }}' },
    { label: preferences, link: '{{ preferences_url }}' },
    { label: view, link: '{{ view_url }}' },
  ];
}
