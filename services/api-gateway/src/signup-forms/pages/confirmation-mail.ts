import type { SendEmailRequest } from '@postrider/contracts';
import type { PageLanguage } from '../../public-pages/languages';
import { markup } from '../../public-pages/page-shell';
import type { PublicForm } from './public-forms.repository';

/** Of no bulk prefix: who has unsubscribed from bulk mail can still ask for it again. */
const kind = 'signup.confirmation';

/** The mail that asks whether it was the owner of the address who filled in the form. */
export function confirmationMail(
  form: PublicForm,
  { to, link, language }: { readonly to: string; readonly link: string; readonly language: PageLanguage },
): SendEmailRequest {
  const { mail } = language.texts.signup;
  const asked = mail.asked(form.organizationName);
  const topics = form.topics.map(({ name }) => name);
  const html = markup`<!doctype html>
<html lang="${language.tag}">
<head><meta charset="utf-8"><title>${mail.subject(form.organizationName)}</title></head>
<body style="font-family:sans-serif;line-height:1.5">
<p>${asked}</p>
<ul>
${topics.map((topic) => markup`<li>${topic}</li>`)}
</ul>
<p>${mail.follow}</p>
<p><a href="${link}" style="display:inline-block;padding:10px 22px;background:#1d4ed8;color:#ffffff;text-decoration:none;border-radius:6px">${mail.button}</a></p>
<p>${link}</p>
<p>${mail.ignore}</p>
</body>
</html>
`;
  const text = [asked, topics.map((topic) => `- ${topic}`).join('\n'), mail.follow, link, mail.ignore];
  return {
    ...{ from: form.fromHeader, to: [to], subject: mail.subject(form.organizationName), kind },
    ...(form.replyTo !== null && { reply_to: form.replyTo }),
    html: html.source,
    text: `${text.join('\n\n')}\n`,
    // RFC 3834 §5: nobody's holiday notice shall answer it.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
