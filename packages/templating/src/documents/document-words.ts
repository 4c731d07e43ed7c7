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

/** In the languages of the public pages: unsubscribe, and preferences. */
const footerWords: Readonly<Record<string, readonly [string, string]>> = {
  en: ['Unsubscribe', 'Preferences'],
  de: ['Abmelden', 'Einstellungen'],
  es: ['Darse de baja', 'Preferencias'],
  fr: ['Se désabonner', 'Préférences'],
  ja: ['配信停止', '設定'],
  zh: ['退订', '偏好设置'],
};

export function footerLinksOf(language = 'en') {
  const [unsubscribe, preferences] = footerWords[language.slice(0, 2)] ?? ['Unsubscribe', 'Preferences'];
  return [
    { label: unsubscribe, link: '{{ unsubscribe_url }}' },
    { label: preferences, link: '{{ preferences_url }}' },
  ];
}
