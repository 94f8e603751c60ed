import { render, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import { parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { CustomerForm } from '~/src/features/customers/new-customer-page'
import { DropZone } from '~/src/upload/drop-zone'
import { freshBrowser } from '../support/browser/fresh-browser'
import { openCreate, renderScreen } from '../support/panel/render-screen'
import { hushed } from '../support/panel/silenced-console'

freshBrowser()
hushed()

const resources: readonly Resource[] = Object.values(registry)
const forms = resources.filter(
  resource => resource.paths.create && resource.grants.create?.root && parentOf(resource) === undefined,
)

const marksIn = (label: Element) =>
  [...label.querySelectorAll('[aria-hidden]')].some(mark => mark.textContent?.trim() === '*')

/** Controls of a label: its own, those with aria-labelledby, or the file input of the same group. */
const controlsOf = (label: HTMLElement) => {
  const own = label instanceof HTMLLabelElement ? label.control : null
  const referring = label.id ? [...document.querySelectorAll(`[aria-labelledby~="${label.id}"]`)] : []
  const combobox = referring.filter(
    each => each.role === 'combobox' || each.getAttribute('role') === 'combobox',
  )
  if (combobox.length > 0) return combobox
  if (own) return [own]
  return [...(label.parentElement?.querySelectorAll('input, [role=textbox]') ?? [])]
}

/** A group of checkboxes cannot be aria-required: it states that one has to be chosen. */
const isStated = (label: HTMLElement) =>
  label instanceof HTMLLegendElement && label.parentElement?.textContent?.includes('Choose at least one.')

/** Labels with a mark of a required field, each with whether its controls are aria-required. */
const announced = () =>
  [...document.querySelectorAll<HTMLElement>('.MuiFormLabel-root')].filter(marksIn).map(label => {
    const controls = controlsOf(label)
    const isAnnounced =
      isStated(label) ||
      (controls.length > 0 &&
        controls.every(each => each.ariaRequired === 'true' || each.getAttribute('aria-required') === 'true'))
    return `${label.textContent}: ${isAnnounced}`
  })

const expectAllAnnounced = async () => {
  await waitFor(() => expect(announced().length).toBeGreaterThan(0))
  await waitFor(() => expect(announced().filter(line => line.endsWith('false'))).toEqual([]))
}

describe('required fields', () => {
  it.each(forms.map(({ name }) => name))(
    'required fields in the form of new %s are aria-required',
    async name => {
      await openCreate(name)
      await expectAllAnnounced()
    },
  )

  it('required fields in the form of a new customer are aria-required', async () => {
    await renderScreen(
      <FormStateProvider>
        <CustomerForm draft="d" onSave={async () => undefined} />
      </FormStateProvider>,
    )
    await expectAllAnnounced()
  })

  it('a required file input is aria-required', () => {
    render(<DropZone label="File" required invalid={false} describedBy="help" onFiles={() => undefined} />)
    expect(document.querySelector('input[type=file]')).toHaveAttribute('aria-required', 'true')
  })
})
