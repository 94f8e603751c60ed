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
  it('addresses the recipient by e-mail address if no first name is known', () => {
    for (const firstname of ['', '   '])
      expect(write('<p>{{firstname}}</p>', { firstname }).subject).toBe('ann@example.com & Museum')
  })

  it('fills in the recipient’s address and the product name, ignoring values passed for them', () => {
    const { message } = write('<p>{{email}} {{product}}</p>', { email: 'evil@example.com', product: 'Other' })
    expect(message.text).toContain('ann@example.com vecto')
    expect(message.text).not.toContain('evil@example.com')
  })

  it('renders an e-mail as plain text with unwrapped lines, unchanged headings and link URLs', () => {
    const long = 'word '.repeat(60).trim()
    const { message } = write(
      `<h1>Hello</h1><p>${long}</p><p><a href="{{link}}">Accept</a></p><p><a href="{{link}}">{{link}}</a></p><ul><li>One</li></ul>`,
    )
    const lines = message.text.split('\n').filter(Boolean)
    expect(lines.slice(0, 6)).toEqual(['Hello', long, 'Accept', link, link, ' * One'])
  })

  it('puts URLs of the plain text on lines of their own, without brackets or full stops', () => {
    const { message } = write('<p>Go (to <a href="{{link}}">this page</a>).</p>')
    expect(message.text.split('\n').map(line => line.trim())).toContain(link)
  })

  it('escapes values in the HTML and keeps them as they are in the plain text', () => {
    const company = '<b>Museum</b> & "Quay" <script>alert(1)</script>'
    const { message, subject } = write('<p>{{company}}</p>', { company })
    expect(message.text).toContain(company)
    expect(message.html).not.toContain('<script>')
    expect(subject).toBe(`Ann & ${company}`)
  })

  it('the plain text of an e-mail contains no CSS', () => {
    expect(write('<p>Hi</p>').message.text).not.toMatch(/color|@media|\{/)
  })

  it('links to the notification settings only in e-mails that the user can configure', () => {
    const preferences = 'https://admin.example.com/user/record#notifications'
    const [without, chosen] = [request(), request({ preferences })].map(each => writeMessage(each, undefined))
    expect(chosen?.message.text).toContain(preferences)
    expect(without?.message.text).not.toContain('preferences')
  })

  it('renders sample e-mails of each kind in each language', () => {
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

describe('saving a template', () => {
  const template = { action: 'invite' as const, subject: { en: 'Hi' }, content: { en: '{{link}}' } }
  const refused = (fields: object, placeholders: string) =>
    expect.objectContaining({ status: 422, details: { fields, params: { placeholders } } })

  it.each([
    ['known placeholders', template],
    ['texts in no language', { action: 'invite' as const, subject: null, content: null }],
    ['no kind', { content: { en: '{{strange}}' } }],
  ])('accepts a template with %s', (_name, values) => {
    expect(() => requirePlaceholders(values)).not.toThrow()
  })

  it('rejects a template with the language of each unknown, missing or malformed placeholder', () => {
    const content = { en: '{{vecto}} {{vecto}}', fr: '{{link}} {{group}' }
    expect(() => requirePlaceholders({ ...template, content })).toThrow(
      refused({ content: 'unknown_placeholder' }, 'vecto (en); link (en); {{group} (fr)'),
    )
  })

  it('reports only the first error code of each field of a template', () => {
    const wrong = { ...template, subject: { es: '{{moment}}' }, content: { en: 'no link' } }
    expect(() => requirePlaceholders(wrong)).toThrow(
      refused({ subject: 'unknown_placeholder', content: 'missing_placeholder' }, 'link (en); moment (es)'),
    )
  })

  it('validates the changed template as a whole when its texts or its kind change', () => {
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

  it('allows disabling a template that lacks a placeholder', () => {
    type Update = NonNullable<typeof templateHooks.beforeUpdate>
    const before = { ...template, content: { en: 'old' } } as Partial<
      Parameters<Update>[1]
    > as Parameters<Update>[1]
    expect(() =>
      templateHooks.beforeUpdate?.({} as Parameters<Update>[0], before, { active: false }, {}),
    ).not.toThrow()
  })
})
