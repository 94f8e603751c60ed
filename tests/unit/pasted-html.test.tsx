import { describe, expect, it } from 'vitest'
import { readablePaste } from '~/src/admin/form/rich-input'

const item = (level: number, mark: string, text: string) =>
  `<p class="MsoListParagraph" style="margin-left:.5in;mso-list:l0 level${level} lfo1"><span style="mso-list:Ignore">${mark}<span>&nbsp;&nbsp;</span></span>${text}</p>`

describe('text pasted from Word', () => {
  it('converts bullets of Word to nested lists', () => {
    const html = `<p>Before</p>${item(1, '·', '<b>One</b>')}${item(2, 'o', 'Inner')}${item(1, '·', 'Two')}<p>After</p>`
    expect(readablePaste(html)).toBe(
      '<p>Before</p><ul><li><b>One</b><ul><li>Inner</li></ul></li><li>Two</li></ul><p>After</p>',
    )
  })

  it('converts numbered lists of Word; a paragraph separates two lists', () => {
    const html = `${item(1, '1.', 'One')}${item(1, '2.', 'Two')}<p>Between</p>${item(1, 'a)', 'Three')}`
    expect(readablePaste(html)).toBe('<ol><li>One</li><li>Two</li></ol><p>Between</p><ol><li>Three</li></ol>')
  })

  it('converts the rows of a table to lines', () => {
    const html = '<table><tr><th>Room</th><th>Floor</th></tr><tr><td><p>Salon</p></td><td>1</td></tr></table>'
    expect(readablePaste(html)).toBe('<p>Room | Floor</p><p>Salon | 1</p>')
  })

  it('leaves HTML without lists and tables unchanged', () => {
    expect(readablePaste('<p>Plain <i>text</i></p>')).toBe('<p>Plain <i>text</i></p>')
  })
})
