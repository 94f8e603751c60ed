import { describe, expect, it } from 'vitest'
import { languages } from '~/model/languages'
import { templateActions } from '~/model/mail/mail-templates'
import { type MailRequest, mailTexts, sampleValues, writeMessage } from '~/server/features/mails/enqueue-mail'
import { requirePlaceholders, templateHooks } from '~/server/features/templates/template-hooks'
import { readConfig } from '~/server/platform/config/config'

const link = 'https://admin.example.com/onboarding/abc-def'
const request = (values: MailRequest['values'] = {}, more: Partial<MailRequest> = {}): MailRequest => ({
  ...{ action: 'invite', to: { email: 'ann@example.com', lang: 'en' } },
  values: { firstname: 'Ann', company: 'Museum', host: 'Bob', link, ...values },
  ...more,
})
const write = (content: string, values?: MailRequest['values']) =>
  writeMessage(request(values), { subject: { en: '{{firstname}} & {{company}}' }, content: { en: content } })

describe('an e-mail', () => {
  it('names the reader by their address where no first name is known', () => {
    for (const firstname of ['', '   '])
      expect(write('<p>{{firstname}}</p>', { firstname }).subject).toBe('ann@example.com & Museum')
  })

  it('knows its address and the product, whatever it is given for them', () => {
    const { message } = write('<p>{{email}} {{product}}</p>', { email: 'evil@example.com', product: 'Other' })
    expect(message.text).toContain('ann@example.com vecto')
    expect(message.text).not.toContain('evil@example.com')
  })

  it('says the same as text: its lines whole, headings as written, links with their address', () => {
    const long = 'word '.repeat(60).trim()
    const { message } = write(
      `<h1>Hello</h1><p>${long}</p><p><a href="{{link}}">Accept</a></p><p><a href="{{link}}">{{link}}</a></p><ul><li>One</li></ul>`,
    )
    const lines = message.text.split('\n').filter(Boolean)
    expect(lines.slice(0, 6)).toEqual(['Hello', long, 'Accept', link, link, ' * One'])
  })

  it('has addresses on lines of their own in its text, without a bracket or a full stop', () => {
    const { message } = write('<p>Go (to <a href="{{link}}">this page</a>).</p>')
    expect(message.text.split('\n').map(line => line.trim())).toContain(link)
  })

  it('holds names as text, in both forms', () => {
    const company = '<b>Museum</b> & "Quay" <script>alert(1)</script>'
    const { message, subject } = write('<p>{{company}}</p>', { company })
    expect(message.text).toContain(company)
    expect(message.html).not.toContain('<script>')
    expect(subject).toBe(`Ann & ${company}`)
  })

  it('has no style sheet among its text', () => {
    expect(write('<p>Hi</p>').message.text).not.toMatch(/color|@media|\{/)
  })

  it('tells readers of what they chose where to change that, and nobody else', () => {
    const preferences = 'https://admin.example.com/user/record#notifications'
    const [without, chosen] = [request(), request({ preferences })].map(each => writeMessage(each, undefined))
    expect(chosen?.message.text).toContain(preferences)
    expect(without?.message.text).not.toContain('preferences')
  })

  it('can be written of each kind in each language with the samples of a test', () => {
    const config = readConfig({ PUBLIC_URL: 'https://admin.example.com' }, '')
    for (const lang of languages)
      for (const action of templateActions) {
        const to = { email: 'ann@example.com', lang }
        const { subject, message } = writeMessage(
          { action, to, values: sampleValues(config, lang) },
          undefined,
        )
        expect(subject).not.toBe('')
        expect(message.text + subject).not.toMatch(/\{\{|undefined|\[object/)
      }
    expect(sampleValues(config, 'fr').link).toBe('https://admin.example.com/home')
    expect(Object.keys(mailTexts)).toEqual([...languages])
  })
})

describe('a template that is saved', () => {
  const template = { action: 'invite' as const, subject: { en: 'Hi' }, content: { en: '{{link}}' } }
  const refused = (fields: object, placeholders: string) =>
    expect.objectContaining({ status: 422, details: { fields, params: { placeholders } } })

  it.each([
    ['what it may use', template],
    ['nothing for any language', { action: 'invite' as const, subject: null, content: null }],
    ['no kind yet', { content: { en: '{{strange}}' } }],
  ])('is taken with %s', (_name, values) => {
    expect(() => requirePlaceholders(values)).not.toThrow()
  })

  it('is refused with each language and placeholder that is wrong', () => {
    const content = { en: '{{vecto}} {{vecto}}', fr: '{{link}} {{group}' }
    expect(() => requirePlaceholders({ ...template, content })).toThrow(
      refused({ content: 'unknown_placeholder' }, 'vecto (en); link (en); {{group} (fr)'),
    )
  })

  it('tells one code a field, the first', () => {
    const wrong = { ...template, subject: { es: '{{moment}}' }, content: { en: 'no link' } }
    expect(() => requirePlaceholders(wrong)).toThrow(
      refused({ subject: 'unknown_placeholder', content: 'missing_placeholder' }, 'link (en); moment (es)'),
    )
  })

  it('is checked as it will be, where its text or its kind changes', () => {
    type Update = NonNullable<typeof templateHooks.beforeUpdate>
    const before = { ...template, active: true } as Partial<Parameters<Update>[1]> as Parameters<Update>[1]
    const update = (changes: Parameters<Update>[2]) =>
      templateHooks.beforeUpdate?.({} as Parameters<Update>[0], before, changes, {})
    expect(() => update({ action: 'vectoCompleted' })).not.toThrow()
    expect(() => update({ subject: { en: '{{vecto}}' } })).toThrow()
    expect(() => update({ action: 'vectoCompleted', subject: { en: '{{vecto}}' } })).not.toThrow()
    expect(() => update({ action: 'invite', content: { en: 'no link' } })).toThrow()
    expect(() => update({ content: null })).not.toThrow()
  })

  it('may be switched off although it lacks a placeholder', () => {
    type Update = NonNullable<typeof templateHooks.beforeUpdate>
    const before = { ...template, content: { en: 'old' } } as Partial<
      Parameters<Update>[1]
    > as Parameters<Update>[1]
    expect(() =>
      templateHooks.beforeUpdate?.({} as Parameters<Update>[0], before, { active: false }, {}),
    ).not.toThrow()
  })
})
