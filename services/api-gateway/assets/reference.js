/* Search, language of the samples, copying, light and dark, and "try it". The pages can be read without it. */
'use strict';

const root = document.documentElement;
const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];

/** What the reader chose in earlier visits; storage may be closed to us. */
const choices = {
  read(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  },
  write(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch {
      // It holds for this page, then.
    }
  },
};

// Light and dark

const theme = choices.read('theme');
if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
$('.theme').addEventListener('click', () => {
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  choices.write('theme', root.dataset.theme);
});

// Language of the samples

/** In each block of code: this language, or the first where a block does not have it. */
function showLanguage(language) {
  for (const block of all('.samples')) {
    const samples = all('.sample', block);
    const shown = samples.find((sample) => sample.dataset.language === language) ?? samples[0];
    for (const sample of samples) sample.hidden = sample !== shown;
    for (const button of all('.languages button', block))
      button.setAttribute('aria-pressed', String(button.dataset.language === shown.dataset.language));
  }
}

// Navigation: pages replace each other's content, so that a key that was pasted stays in memory and nowhere else

async function visit(url, { isBack = false } = {}) {
  const response = await fetch(url.pathname);
  if (!response.ok) {
    location.assign(url);
    return;
  }
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  $('main').replaceWith($('main', next));
  $('nav').replaceWith($('nav', next));
  document.title = next.title;
  if (!isBack) history.pushState(null, '', url);
  prepare();
  const target = url.hash === '' ? null : document.getElementById(decodeURIComponent(url.hash.slice(1)));
  if (target) {
    // Assigned again, so that :target holds.
    location.replace(url.hash);
    target.scrollIntoView();
  } else {
    scrollTo(0, 0);
    $('main').focus({ preventScroll: true });
  }
}

function isPage(url) {
  return url.origin === location.origin && /^\/docs(\/[\w-]+)*$/.test(url.pathname);
}

function goTo(url) {
  if (isPage(url) && url.pathname !== location.pathname) visit(url).catch(() => location.assign(url));
  else location.assign(url);
}

let shownPath = location.pathname;
addEventListener('popstate', () => {
  if (location.pathname !== shownPath) visit(new URL(location.href), { isBack: true });
});

// Menu on small screens

function showMenu(isOpen) {
  $('.menu').setAttribute('aria-expanded', String(isOpen));
  $('nav').classList.toggle('open', isOpen);
}
$('.menu').addEventListener('click', () => showMenu($('.menu').getAttribute('aria-expanded') !== 'true'));

// Search

const dialog = $('.search');
const query = $('input', dialog);
const found = $('#found');
let entries = [];
/** Of `search.js`; made when the search is first opened. */
let find = null;

async function openSearch() {
  if (!dialog.open) dialog.showModal();
  query.select();
  if (find === null) {
    entries = await (await fetch('/docs/search.json')).json();
    find = globalThis.createSearch(entries);
  }
  showFound();
}

const shownMax = 20;

function showFound() {
  if (find === null) return;
  const isAsked = query.value.trim() !== '';
  // Before anything is typed, the guides.
  const ranked = isAsked ? find(query.value) : entries.filter(({ about }) => about === 'Guide');
  const shown = ranked.slice(0, shownMax);
  found.replaceChildren(
    ...shown.map((entry, n) => {
      const item = document.createElement('li');
      const about = document.createElement('span');
      about.textContent = entry.about;
      item.append(entry.title, about);
      item.id = `found-${n}`;
      item.dataset.url = entry.url;
      item.setAttribute('role', 'option');
      return item;
    }),
  );
  choose(0);
  const isCut = ranked.length > shown.length;
  $('.found-count').textContent = !isAsked
    ? ''
    : isCut
      ? `The best ${shown.length}`
      : `${shown.length} found`;
}

function choose(index) {
  for (const [n, item] of [...found.children].entries())
    item.setAttribute('aria-selected', String(n === index));
  const chosen = found.children[index];
  chosen?.scrollIntoView({ block: 'nearest' });
  query.setAttribute('aria-activedescendant', chosen?.id ?? '');
}

function open(item) {
  if (!item) return;
  dialog.close();
  goTo(new URL(item.dataset.url, location.href));
}

$('.search-open').addEventListener('click', openSearch);
query.addEventListener('input', showFound);
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
  else open(event.target.closest('li'));
});
query.addEventListener('keydown', (event) => {
  const index = [...found.children].findIndex((item) => item.getAttribute('aria-selected') === 'true');
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) {
    event.preventDefault();
    choose((index + step + found.children.length) % Math.max(found.children.length, 1));
  } else if (event.key === 'Enter') {
    event.preventDefault();
    open(found.children[index]);
  }
});
document.addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea');
  if ((event.key === '/' && !isTyping) || (event.key === 'k' && (event.metaKey || event.ctrlKey))) {
    event.preventDefault();
    openSearch();
  }
});

// Try it

/** Gone with the page: never written anywhere. */
let key = '';

async function call(method, path, body, type) {
  const started = performance.now();
  const response = await fetch(`/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body !== undefined && { 'content-type': type }) },
    body,
  });
  const text = await response.text();
  return { status: response.status, text, ms: Math.round(performance.now() - started), json: parsed(text) };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function takeKey(input) {
  key = input.value.trim();
  for (const other of all('.try input[name=key]')) if (other !== input) other.value = key;
  for (const warning of all('.try .live')) warning.hidden = !key.startsWith('pr_live_');
}

/** By form: for which key it was filled, and when that is done. */
const filled = new WeakMap();

/** With a key, the request is made to fit what the key may use: a sender of its domain, ids of things that exist. */
function prefill(form) {
  const known = filled.get(form);
  if (known?.key === key) return known.done;
  const { path } = form.closest('.operation').dataset;
  const done = Promise.allSettled([fillSender(form.elements.body), fillIds(form, path)]);
  filled.set(form, { key, done });
  return done;
}

async function fillSender(field) {
  if (!field || !/"from":/.test(field.value)) return;
  const own = await call('GET', '/keys/me');
  const last = own.json?.domains?.length ? null : await call('GET', '/emails?limit=1');
  const domain =
    own.json?.domains?.[0]?.name ?? own.json?.domains?.[0] ?? domainOf(last?.json?.data?.[0]?.from);
  if (typeof domain === 'string')
    field.value = field.value.replace(/("from": "[^"]*@)[\w.-]+/g, `$1${domain}`);
}

function domainOf(from) {
  return /@([\w.-]+)>?$/.exec(from ?? '')?.[1];
}

async function fillIds(form, path) {
  const [list, name] = /^(.*?)\/\{(\w+)\}/.exec(path)?.slice(1) ?? [];
  const field = form.elements[`path.${name}`];
  if (!field || field.value !== '') return;
  const { json } = await call('GET', `${list}?limit=1`);
  const first = json?.data?.[0];
  if (first && field.value === '') field.value = first.id ?? first.slug ?? '';
}

function requestOf(form) {
  const { method, path } = form.closest('.operation').dataset;
  const inputs = all('input', form);
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name) =>
    encodeURIComponent(form.elements[`path.${name}`].value.trim()),
  );
  const search = new URLSearchParams(
    inputs
      .filter(({ name, value }) => name.startsWith('query.') && value.trim() !== '')
      .map(({ name, value }) => [name.slice('query.'.length), value.trim()]),
  ).toString();
  return { method, path: search === '' ? filledPath : `${filledPath}?${search}` };
}

async function send(form) {
  const result = $('.result', form.parentElement);
  const { method, path } = requestOf(form);
  const { body } = form.elements;
  result.replaceChildren('Sending …');
  const answer = await call(method, path, body?.value, body?.dataset.type).catch((error) => ({
    ...{ status: 0, ms: 0, json: null },
    text: `The request did not get through: ${error.message}`,
  }));
  const line = document.createElement('p');
  line.textContent = `${method} ${path}: ${answer.status} in ${answer.ms} ms`;
  line.className = answer.status >= 200 && answer.status < 300 ? 'taken' : 'refused';
  const shown = document.createElement('pre');
  shown.tabIndex = 0;
  shown.textContent = answer.json === null ? answer.text : JSON.stringify(answer.json, null, 2);
  result.replaceChildren(line, shown);
  const code = answer.json?.error?.code;
  if (code) {
    const help = document.createElement('a');
    help.href = `/docs/errors#${code}`;
    help.textContent = `What ${code} means and what helps`;
    result.append(help);
  }
}

// One listener each for what pages hold: their content is replaced

document.addEventListener('click', (event) => {
  const { target } = event;
  const link = target.closest('a[href]');
  if (
    link &&
    !event.defaultPrevented &&
    event.button === 0 &&
    !event.ctrlKey &&
    !event.metaKey &&
    !event.shiftKey
  ) {
    const url = new URL(link.href);
    showMenu(false);
    if (isPage(url) && url.pathname !== location.pathname) {
      event.preventDefault();
      goTo(url);
    }
  }
  const language = target.closest('.languages button')?.dataset.language;
  if (language) {
    const before = target.getBoundingClientRect().top;
    showLanguage(language);
    choices.write('language', language);
    // Blocks above may have become longer: what was clicked stays where it is.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  }
  if (target.closest('.copy')) copySample(target.closest('.copy'));
});

async function copySample(button) {
  const sample = all('.sample', button.closest('.samples')).find(({ hidden }) => !hidden);
  let said = 'Copied';
  try {
    await navigator.clipboard.writeText(sample.textContent);
  } catch {
    // Browsers give the clipboard to https and localhost only.
    getSelection().selectAllChildren(sample);
    said = 'Selected';
  }
  button.textContent = said;
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

document.addEventListener('input', ({ target }) => {
  if (target.matches('.try input[name=key]')) takeKey(target);
});
document.addEventListener('change', ({ target }) => {
  if (target.matches('.try input[name=key]') && key !== '') prefill(target.form);
});
document.addEventListener(
  'toggle',
  ({ target }) => {
    if (target.matches?.('.try[open]') && key !== '') prefill($('form', target));
  },
  true,
);
document.addEventListener('submit', (event) => {
  event.preventDefault();
  prefill(event.target).then(() => send(event.target));
});

/** Once for each page that is shown. */
function prepare() {
  shownPath = location.pathname;
  showLanguage(choices.read('language') ?? 'curl');
  watchSections();
  for (const input of all('.try input[name=key]')) input.value = key;
  openTarget();
}

/** Marks in the list of contents what is being read. */
let watcher = null;
function watchSections() {
  watcher?.disconnect();
  const links = all('.contents a');
  const visible = new Set();
  watcher = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes)
        if (isIntersecting) visible.add(target.id);
        else visible.delete(target.id);
      const current = links.find((link) => visible.has(link.hash.slice(1)));
      if (!current) return;
      for (const link of links) link.toggleAttribute('data-current', link === current);
    },
    { rootMargin: '-60px 0px -60% 0px' },
  );
  for (const link of links) watcher.observe(document.getElementById(link.hash.slice(1)));
}

/** A field within a folded list is shown when an address names it. */
function openTarget() {
  let parent =
    location.hash === '' ? null : document.getElementById(decodeURIComponent(location.hash.slice(1)));
  while ((parent = parent?.parentElement?.closest('details'))) parent.open = true;
}
addEventListener('hashchange', openTarget);
prepare();
