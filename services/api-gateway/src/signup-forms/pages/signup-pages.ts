import type { PageLanguage } from '../../public-pages/languages';
import { markup, type Markup } from '../../public-pages/markup';
import { paragraphsOf, problemNote, topicList } from '../../public-pages/page-parts';
import type { Page } from '../../public-pages/page-shell';
import type { PublicForm } from './public-forms.repository';
import { trapField } from './read-filled-form';

/** Texts of pages about signups; the route adds the status. */

export function formPage(
  form: PublicForm,
  language: PageLanguage,
  /** What was posted, when its address is none. */
  posted: URLSearchParams | null = null,
): Page {
  const { signup } = language.texts;
  const wrong = posted === null ? [] : [problemNote(signup.badAddress, 'wrong')];
  const described = posted === null ? markup`` : markup` aria-invalid="true" aria-describedby="wrong"`;
  const { first_name: firstName, last_name: lastName } = {
    first_name: nameField('first_name', 'given-name', signup.firstName),
    last_name: nameField('last_name', 'family-name', signup.lastName),
  };
  const names = [
    ...(form.fields.includes('first_name') ? [firstName(posted)] : []),
    ...(form.fields.includes('last_name') ? [lastName(posted)] : []),
  ];
  const content = markup`${paragraphsOf(form.description).map((paragraph) => markup`<p>${paragraph}</p>`)}
<p>${signup.about(form.brand.name)}</p>
${topicList(form.topics)}
${wrong}
<form method="post" action="/f/${form.id}">
<label class="field">${signup.email}
<input type="email" name="email" autocomplete="email" inputmode="email" required maxlength="320" value="${posted?.get('email') ?? ''}"${described}></label>
${names}
<label class="away" aria-hidden="true">${signup.trap}
<input type="text" name="${trapField}" tabindex="-1" autocomplete="off"></label>
<button type="submit">${signup.button}</button>
</form>`;
  return { language, brand: form.brand, title: form.title, content };
}

function nameField(name: string, autocomplete: string, label: string) {
  return (posted: URLSearchParams | null): Markup =>
    markup`<label class="field">${label}
<input type="text" name="${name}" autocomplete="${autocomplete}" maxlength="100" value="${posted?.get(name) ?? ''}"></label>`;
}

/** The same whatever is known of the address. */
export function sentPage({ brand }: PublicForm, language: PageLanguage): Page {
  const { title, text } = language.texts.signup.sent;
  return { language, brand, title, sign: 'mail', content: markup`<p role="status">${text}</p>` };
}

/** There is no such form, or it is switched off. */
export function closedPage(language: PageLanguage): Page {
  const { title, text } = language.texts.signup.closed;
  return { language, title, sign: 'problem', content: markup`<p>${text}</p>` };
}

export function busyPage(language: PageLanguage): Page {
  const { title, text } = language.texts.signup.busy;
  return { language, title, sign: 'problem', content: markup`<p role="alert">${text}</p>` };
}

export function confirmPage(form: PublicForm, language: PageLanguage): Page {
  const { signup } = language.texts;
  const content = markup`<p>${signup.about(form.brand.name)}</p>
${topicList(form.topics)}
<form method="post">
<button type="submit">${signup.button}</button>
</form>`;
  // Where the browser is sent afterwards is a step of the same form to it.
  const leadsTo = form.redirectUrl === null ? undefined : new URL(form.redirectUrl).origin;
  return { language, brand: form.brand, title: signup.confirmTitle, content, leadsTo };
}

export function confirmedPage({ brand }: PublicForm, language: PageLanguage): Page {
  const { title, text } = language.texts.signup.done;
  return { language, brand, title, sign: 'done', content: markup`<p role="status">${text(brand.name)}</p>` };
}

export function expiredPage({ id, brand }: PublicForm, language: PageLanguage): Page {
  const { title, text, again } = language.texts.signup.expired;
  const content = markup`<p>${text}</p>
<p><a href="/f/${id}">${again}</a></p>`;
  return { language, brand, title, sign: 'problem', content };
}

/** The plan of the organization has no room for another contact. */
export function fullPage({ brand }: PublicForm, language: PageLanguage): Page {
  const { title, text } = language.texts.signup.full;
  return {
    language,
    brand,
    title,
    sign: 'problem',
    content: markup`<p role="alert">${text(brand.name)}</p>`,
  };
}
