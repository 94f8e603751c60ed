import { describe, expect, it } from 'vitest'
import { readablePaste } from '~/src/admin/form/rich-input'

const item = (level: number, mark: string, text: string) =>
  `<p class="MsoListParagraph" style="margin-left:.5in;mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span>${text}</p>`

describe('a text that is pasted from Word', () => {
  it('keeps its bullets, without their marks, and the lists in them', () => {
    const html = `<p>Before</p>${item(1, '·', '<b>One</b>')}${item(2, 'o', 'Inner')}${item(1, '·', 'Two')}<p>After</p>`
    expect(readablePaste(html)).toBe(
      '<p>Before</p><ul><li><b>One</b><ul><li>Inner</li></ul></li><li>Two</li></ul><p>After</p>',
    )
  })

  it('keeps its numbers, and lists that a paragraph separates stay apart', () => {
    const html = `${item(1, '1.', 'One')}${item(1, '2.', 'Two')}<p>Between</p>${item(1, 'a)', 'Three')}`
    expect(readablePaste(html)).toBe('<ol><li>One</li><li>Two</li></ol><p>Between</p><ol><li>Three</li></ol>')
  })

  it('keeps the rows of a table as lines', () => {
    const html = '<table><tr><th>Room</th><th>Floor</th></tr><tr><td><p>Salon</p></td><td>1</td></tr></table>'
    expect(readablePaste(html)).toBe('<p>Room | Floor</p><p>Salon | 1</p>')
  })

  it('is not changed where it has neither', () => {
    expect(readablePaste('<p>Plain <i>text</i></p>')).toBe('<p>Plain <i>text</i></p>')
  })
})
