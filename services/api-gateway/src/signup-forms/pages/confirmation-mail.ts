import type { SendEmailRequest } from '@postrider/contracts/emails';
import { paletteOf, type Brand } from '../../public-pages/brand';
import type { PageLanguage } from '../../public-pages/languages';
import { Markup, markup } from '../../public-pages/markup';
import { labelsOf, paragraphsOf } from '../../public-pages/page-parts';
import type { PublicForm } from './public-forms.repository';

/** Of no bulk prefix: who has unsubscribed from bulk mail can still ask for it again. */
const kind = 'signup.confirmation';

interface Given {
  readonly to: string;
  readonly link: string;
  readonly language: PageLanguage;
}

/** The mail that asks whether it was the owner of the address who filled in the form. */
export function confirmationMail(form: PublicForm, { to, link, language }: Given): SendEmailRequest {
  const { mail } = language.texts.signup;
  const subject = form.confirmationSubject ?? mail.subject(form.brand.name);
  const own = paragraphsOf(form.confirmationText);
  const asked = own.length > 0 ? own : [mail.asked(form.brand.name)];
  const topics = labelsOf(form.topics);
  const text = [...asked, topics.map((topic) => `- ${topic}`).join('\n'), mail.follow, link, mail.ignore];
  return {
    ...{ from: form.fromHeader, to: [to], subject, kind },
    ...(form.replyTo !== null && { reply_to: form.replyTo }),
    html: htmlOf(form.brand, { language, subject, asked, topics, link }),
    text: `${text.join('\n\n')}\n`,
    // RFC 3834 §5: no automatic reply, such as a vacation notice, shall answer it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** Styles are inline and the layout is a table, as mail programs need it; those that know dark mode use the second style sheet. */
const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.page{background:#0e0f12!important}.card{background:#181a1f!important;border-color:#2e323a!important}.ink{color:#f1f2f4!important}.soft{color:#a7adb9!important}}`;

function htmlOf(
  brand: Brand,
  {
    language,
    subject,
    asked,
    topics,
    link,
  }: {
    readonly language: PageLanguage;
    readonly subject: string;
    readonly asked: readonly string[];
    readonly topics: readonly string[];
    readonly link: string;
  },
): string {
  const { mail } = language.texts.signup;
  const { brand: fill, onBrand, light } = paletteOf(brand);
  const privacy =
    brand.privacyUrl === null
      ? []
      : [
          markup` · <a class="soft" href="${brand.privacyUrl}" style="color:#5b6270">${language.texts.privacy}</a>`,
        ];
  return markup`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${subject}</title>
<style>${new Markup(darkStyle)}</style>
</head>
<body class="page" style="margin:0;padding:0;background:#f4f5f7">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f5f7">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:16px;line-height:1.55">
<tr><td class="ink" style="padding:0 4px 16px;font-weight:600;color:#16181d">${senderOf(brand)}</td></tr>
<tr><td class="card ink" style="background:#ffffff;border:1px solid #dfe2e8;border-radius:16px;padding:32px;color:#16181d">
${asked.map((paragraph) => markup`<p style="margin:0 0 16px">${paragraph}</p>`)}
<ul style="margin:0 0 16px;padding-left:20px">
${topics.map((topic) => markup`<li>${topic}</li>`)}
</ul>
<p style="margin:0 0 24px">${mail.follow}</p>
<p style="margin:0 0 24px"><a href="${link}" style="display:inline-block;padding:12px 24px;background:${fill};color:${onBrand};border:1px solid ${light};text-decoration:none;border-radius:10px;font-weight:600">${mail.button}</a></p>
<p class="soft" style="margin:0 0 16px;font-size:13px;color:#5b6270;word-break:break-all">${link}</p>
<p class="soft" style="margin:0;font-size:14px;color:#5b6270">${mail.ignore}</p>
</td></tr>
<tr><td align="center" class="soft" style="padding:16px 4px 0;font-size:13px;color:#5b6270">${brand.name}${privacy}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`.source;
}

function senderOf({ name, logoUrl }: Brand): Markup {
  if (logoUrl === null) return markup`${name}`;
  return markup`<img src="${logoUrl}" alt="${name}" height="40" style="display:block;height:40px;max-width:220px;border:0">`;
}
