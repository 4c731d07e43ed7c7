import type { PageLanguage } from '../../public-pages/languages';
import { markup, type Markup, type Page } from '../../public-pages/page-shell';
import type { PublicForm } from './public-forms.repository';
import { trapField } from './read-filled-form';

/** What pages about signups say; whoever answers them says with which status. */

export function formPage(
  form: PublicForm,
  language: PageLanguage,
  /** What was posted, when its address is none. */
  posted: URLSearchParams | null = null,
): Page {
  const { signup } = language.texts;
  const wrong = posted === null ? markup`` : markup`<p role="alert" id="wrong">${signup.badAddress}</p>`;
  const described = posted === null ? markup`` : markup` aria-invalid="true" aria-describedby="wrong"`;
  const { first_name: firstName, last_name: lastName } = {
    first_name: nameField('first_name', 'given-name', signup.firstName),
    last_name: nameField('last_name', 'family-name', signup.lastName),
  };
  const names = [
    ...(form.fields.includes('first_name') ? [firstName(posted)] : []),
    ...(form.fields.includes('last_name') ? [lastName(posted)] : []),
  ];
  const content = markup`${paragraphs(form.description)}
<p>${signup.about(form.organizationName)}</p>
${topicList(form)}
${wrong}
<form method="post" action="/f/${form.id}">
<label class="field">${signup.email}
<input type="email" name="email" autocomplete="email" required maxlength="320" value="${posted?.get('email') ?? ''}"${described}></label>
${names}
<label class="away" aria-hidden="true">${signup.trap}
<input type="text" name="${trapField}" tabindex="-1" autocomplete="off"></label>
<button type="submit">${signup.button}</button>
</form>`;
  return { language, title: form.title, content };
}

function nameField(name: string, autocomplete: string, label: string) {
  return (posted: URLSearchParams | null): Markup =>
    markup`<label class="field">${label}
<input type="text" name="${name}" autocomplete="${autocomplete}" maxlength="100" value="${posted?.get(name) ?? ''}"></label>`;
}

function topicList({ topics }: PublicForm): Markup {
  return markup`<ul>
${topics.map(({ name }) => markup`<li>${name}</li>`)}
</ul>`;
}

function paragraphs(text: string | null): readonly Markup[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .filter((each) => each.trim() !== '')
    .map((each) => markup`<p>${each.trim()}</p>`);
}

/** The same whatever is known of the address. */
export function sentPage(language: PageLanguage): Page {
  const { title, text } = language.texts.signup.sent;
  return { language, title, content: markup`<p role="status">${text}</p>` };
}

/** There is no such form, or it is switched off. */
export function closedPage(language: PageLanguage): Page {
  const { title, text } = language.texts.signup.closed;
  return { language, title, content: markup`<p>${text}</p>` };
}

export function busyPage(language: PageLanguage): Page {
  const { title, text } = language.texts.signup.busy;
  return { language, title, content: markup`<p role="alert">${text}</p>` };
}

export function confirmPage(form: PublicForm, language: PageLanguage): Page {
  const { signup } = language.texts;
  const content = markup`<p>${signup.about(form.organizationName)}</p>
${topicList(form)}
<form method="post">
<button type="submit">${signup.button}</button>
</form>`;
  // Where the browser is sent afterwards is a step of the same form to it.
  const leadsTo = form.redirectUrl === null ? undefined : new URL(form.redirectUrl).origin;
  return { language, title: signup.confirmTitle, content, leadsTo };
}

export function confirmedPage(form: PublicForm, language: PageLanguage): Page {
  const { done } = language.texts.signup;
  return {
    language,
    title: done.title,
    content: markup`<p role="status">${done.text(form.organizationName)}</p>`,
  };
}

export function expiredPage(form: PublicForm, language: PageLanguage): Page {
  const { title, text, again } = language.texts.signup.expired;
  const content = markup`<p>${text}</p>
<p><a href="/f/${form.id}">${again}</a></p>`;
  return { language, title, content };
}

/** The plan of the organization has no room for another contact. */
export function fullPage(form: PublicForm, language: PageLanguage): Page {
  const { title, text } = language.texts.signup.full;
  return { language, title, content: markup`<p role="alert">${text(form.organizationName)}</p>` };
}
