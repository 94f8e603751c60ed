import { render, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Resource } from '~/model/define'
import { parentOf } from '~/model/refs'
import { registry } from '~/model/registry'
import { FormStateProvider } from '~/src/admin/form/form-state'
import { CustomerForm } from '~/src/features/customers/new-customer-page'
import { DropZone } from '~/src/upload/drop-zone'
import { freshBrowser } from '../support/fresh-browser'
import { hushed } from '../support/hushed'
import { openCreate, renderScreen } from '../support/render-screen'

freshBrowser()
hushed()

const resources: readonly Resource[] = Object.values(registry)
const forms = resources.filter(
  resource => resource.paths.create && resource.grants.create?.root && parentOf(resource) === undefined,
)

const marksIn = (label: Element) =>
  [...label.querySelectorAll('[aria-hidden]')].some(mark => mark.textContent?.trim() === '*')

/** The controls that a label names: its own, those that refer to it, and a file's, which stands in the same group. */
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

/** The labels that show a sign of a required field, each with whether its controls announce it. */
const announced = () =>
  [...document.querySelectorAll<HTMLElement>('.MuiFormLabel-root')].filter(marksIn).map(label => {
    const controls = controlsOf(label)
    const isAnnounced =
      controls.length > 0 &&
      controls.every(each => each.ariaRequired === 'true' || each.getAttribute('aria-required') === 'true')
    return `${label.textContent}: ${isAnnounced}`
  })

const expectAllAnnounced = async () => {
  await waitFor(() => expect(announced().length).toBeGreaterThan(0))
  await waitFor(() => expect(announced().filter(line => line.endsWith('false'))).toEqual([]))
}

describe('a required field', () => {
  it.each(forms.map(({ name }) => name))(
    'of the form of new %s announces that it is required',
    async name => {
      await openCreate(name)
      await expectAllAnnounced()
    },
  )

  it('of the form of a new customer announces that it is required', async () => {
    await renderScreen(
      <FormStateProvider>
        <CustomerForm draft="d" onSave={async () => undefined} />
      </FormStateProvider>,
    )
    await expectAllAnnounced()
  })

  it('that takes a file announces that it is required', () => {
    render(<DropZone label="File" required invalid={false} describedBy="help" onFiles={() => undefined} />)
    expect(document.querySelector('input[type=file]')).toHaveAttribute('aria-required', 'true')
  })
})
