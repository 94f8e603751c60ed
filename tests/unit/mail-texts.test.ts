import { describe, expect, it } from 'vitest'
import { catalogues } from '~/i18n/catalogues'
import { type Language, languages } from '~/model/languages'
import { compose, render, renderSubject } from '~/model/mail/mail-message'
import { checkPlaceholders, mailTemplates, templateActions } from '~/model/mail/mail-templates'
import { fromKeys } from '~/model/objects'

const texts = fromKeys(languages, lang => catalogues[lang].mail)

type Texts = { readonly [key: string]: string | Texts }
const flat = (value: Texts, prefix = ''): [string, string][] =>
  Object.entries(value).flatMap(([key, each]) =>
    typeof each === 'string' ? [[prefix + key, each] as [string, string]] : flat(each, `${prefix}${key}.`),
  )
const marks = (text: string) => [...new Set(text.match(/%\{\w+\}|\{\{\w+\}\}/g) ?? [])].sort()

describe('the texts of e-mails', () => {
  it('texts of e-mails have the same keys in all languages, none of them empty', () => {
    const keys = (lang: Language) => flat(texts[lang]).map(([key]) => key)
    for (const lang of languages) {
      expect([...keys(lang)].sort()).toEqual([...keys('en')].sort())
      expect(flat(texts[lang]).filter(([, text]) => text.trim() === '')).toEqual([])
    }
  })

  it('texts of e-mails have the same placeholders in all languages', () => {
    const english = new Map(flat(texts.en))
    for (const lang of languages)
      for (const [key, text] of flat(texts[lang].panel, 'panel.').filter(
        // This text shows a placeholder as an example, in the reader’s language.
        ([key]) => !key.endsWith('broken_placeholder'),
      ))
        expect([key, marks(text)]).toEqual([key, marks(english.get(key) ?? '')])
  })

  it.each(templateActions)('built-in texts for %s pass the validation of templates', action => {
    for (const lang of languages) {
      const { subject, content } = texts[lang].actions[action]
      expect(checkPlaceholders(action, { [lang]: subject }, { [lang]: content })).toEqual([])
    }
  })

  it.each(templateActions)('built-in texts for %s leave no placeholder unfilled', action => {
    for (const lang of languages) {
      const { subject, html } = compose(action, lang, undefined, texts[lang], texts[lang].samples)
      expect(subject + html).not.toMatch(/\{\{|\}\}|undefined/)
      expect(html).toContain(`<html lang="${lang}">`)
      expect(html).toContain(`<title>${subject}</title>`)
    }
  })

  it('the texts describe every placeholder', () => {
    const all = [...new Set(Object.values(mailTemplates).flatMap(({ placeholders }) => placeholders))].sort()
    expect(Object.keys(texts.en.panel.names).sort()).toEqual(all)
  })
})

describe('rendering a template', () => {
  const link = 'https://admin.example.com/a?b=1&c="2"'

  it('escapes values in a rendered template', () => {
    expect(
      render('<p>{{firstname}} {{ company }}</p>', { firstname: '<b>x</b>', company: `"A" & 'B'` }),
    ).toBe('<p>&lt;b&gt;x&lt;/b&gt; &quot;A&quot; &amp; &#39;B&#39;</p>')
  })

  it('never expands placeholders within values', () => {
    expect(render('{{firstname}}', { firstname: '{{link}}', link })).toBe('{{link}}')
  })

  it('allows only web and mail URLs in links of a template', () => {
    const to = (target: string, values = {}) => render(`<a href="${target}">x</a>`, { link, ...values })
    expect(to('{{link}}')).toBe('<a href="https://admin.example.com/a?b=1&amp;c=&quot;2&quot;">x</a>')
    expect(to('https://a.example/?m={{email}}', { email: '"><script>' })).toBe(
      '<a href="https://a.example/?m=&quot;&gt;&lt;script&gt;">x</a>',
    )
    for (const bad of ['javascript:alert(1)', ' JavaScript:alert(1)', 'data:text/html,x', '//evil.example'])
      expect([bad, to('{{link}}', { link: bad })]).toEqual([bad, '<a href="#">x</a>'])
  })

  it('renders a subject on one line that cannot inject a header', () => {
    expect(
      renderSubject('<p>Hello <em>{{firstname}}</em></p><p>&amp; you</p>', {
        firstname: 'A\r\nBcc: b@c.d\u2028<i>\u0000',
      }),
    ).toBe('Hello A Bcc: b@c.d <i> & you')
    expect(renderSubject('{{firstname}}', { firstname: 'x'.repeat(1000) })).toHaveLength(300)
  })

  it('styles the link of a template as a button, whatever attributes precede its href', () => {
    const { html } = compose(
      'invite',
      'en',
      {
        content: {
          en: '<p><a target="_blank" rel="x" href="{{link}}">Go</a> <a href="https://x.example">no</a></p>',
        },
      },
      texts.en,
      { link },
    )
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toMatch(/<a class="button"[^>]* target="_blank" rel="x" href="https:\/\/admin/)
  })

  it('falls back to the built-in text for each empty part of a language', () => {
    const template = { subject: { en: '<p>Mine</p>', fr: '<p></p>' }, content: { fr: '<p>À moi</p>' } }
    const english = compose('invite', 'en', template, texts.en, texts.en.samples)
    const french = compose('invite', 'fr', template, texts.fr, texts.fr.samples)
    expect([english.subject, french.subject]).toEqual(['Mine', 'Votre accès à Studio du Phare'])
    expect(english.html).toContain('Accept the invitation')
    expect(french.html).toContain('À moi')
  })
})

describe('the link of a template', () => {
  const link = 'https://panel.example/onboarding/a-b'

  it.each([
    '<a href="https://{{link}}">https://{{link}}</a>',
    '<a href="http://{{ link }}">http://{{ link }}</a>',
    '<a href="https://https://{{link}}">{{link}}</a>',
    '<a href="HTTPS:%7B%7Blink%7D%7D">{{link}}</a>',
  ])('renders the whole URL in %s', html => {
    expect(render(html, { link })).toBe(`<a href="${link}">${link}</a>`)
  })

  it('fills in other placeholders in a URL', () => {
    expect(render('<a href="https://x.example/{{company}}">x</a>', { company: 'a' })).toBe(
      '<a href="https://x.example/a">x</a>',
    )
  })
})

describe('the validation of a template', () => {
  const check = (html: string) =>
    checkPlaceholders('invite', null, { en: html }).map(({ code, names }) => [code, ...names])

  it.each<[string, string[][]]>([
    ['<p>{{link}} {{ firstname }}</p>', []],
    ['<a href="{{link}}">x</a>', []],
    ['', []],
    ['<p>&nbsp;</p>', []],
    ['<p>Hello</p>', [['missing_placeholder', 'link']]],
    ['{{link}} {{vecto}} {{Link}} {{vecto}}', [['unknown_placeholder', 'vecto', 'Link']]],
    ['{{link}} {{firstname}', [['broken_placeholder', '{{firstname}']]],
    ['{{link}} {firstname} {other}', [['broken_placeholder', '{firstname}']]],
    ['{{link}} {{first<b>name</b>}}', [['broken_placeholder', '{{firstname}}']]],
    ['<a href="https://{{link}}">x</a>', []],
    ['<a href="https:{{link}}">x</a>', []],
    ['<a href="http://https://{{ link }}">https://{{link}}</a>', []],
    ['<a href="%7B%7Blink%7D%7D">x</a>', []],
    ['<a href="https://x.example/?to={{link}}">x</a>', [['partial_link', 'link']]],
    ['<a href="{{link}}/">x</a>', [['partial_link', 'link']]],
    ["<a href='{{link}}.'>x</a>", [['partial_link', 'link']]],
    ['<a href="mailto:a@x.example?body={{link}}">x</a> {{link}}', []],
  ])('validates the template %s', (html, problems) => {
    expect(check(html)).toEqual(problems)
  })

  it('reports field and language of a validation error', () => {
    expect(
      checkPlaceholders('vectoFailed', { fr: '{{group}}' }, { es: '{{razon}}' }).map(
        ({ field, lang, names }) => [field, lang, ...names],
      ),
    ).toEqual([
      ['subject', 'fr', 'group'],
      ['content', 'es', 'razon'],
    ])
  })
})
