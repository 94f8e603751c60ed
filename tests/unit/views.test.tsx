import { screen } from '@testing-library/react'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, it } from 'vitest'
import type { Role } from '~/model/grants'
import type { Language } from '~/model/languages'
import { resourceOf } from '~/model/registry'
import { FieldView } from '~/src/admin/fields/field-view'
import { WithActor } from '~/src/admin/rights'
import { formatZoned } from '~/src/ui/dates'
import type { Row } from '../support/panel/fake-api'
import { renderScreen } from '../support/panel/render-screen'
import { companyRow, mediaRow, userRow } from '../support/panel/sample-rows'

const showField = (name: string, path: string, row: Row, language: Language = 'en', role: Role = 'root') =>
  renderScreen(
    <WithActor>
      <RecordContextProvider value={{ id: String(row.uid), ...row }}>
        <div data-testid="shown">
          <FieldView resource={resourceOf(name)} path={path} />
        </div>
      </RecordContextProvider>
    </WithActor>,
    { language, role },
  )

const text = async () => (await screen.findByTestId('shown')).textContent

describe('the display of a value', () => {
  it.each([
    ['medias', 'size', mediaRow(), 'en', '2.5 MB'],
    ['medias', 'size', mediaRow({ size: 12_345_678 }), 'fr', '12,3\u202fMo'],
    ['medias', 'size', mediaRow({ size: 900 }), 'es', '0,9 kB'],
    ['medias', 'size', mediaRow({ size: 14 }), 'en', '0.014 kB'],
    ['medias', 'size', mediaRow({ size: 13_400 }), 'fr', '13\u202fko'],
    ['medias', 'size', mediaRow({ size: 4_700_000_000 }), 'en', '4.7 GB'],
    ['medias', 'versions', mediaRow({ versions: 0 }), 'en', '0'],
    ['medias', 'versions', mediaRow({ versions: 1234 }), 'en', '1,234'],
    ['companies', 'seconds.purchased', companyRow(), 'en', '600 min'],
    ['companies', 'seconds.used', companyRow(), 'en', '90 / 600 min'],
    ['companies', 'users.total', companyRow(), 'fr', '12 / 40'],
    ['companies', 'offlineDuration', companyRow({ offlineDuration: 5 }), 'fr', '5 jours'],
    ['companies', 'offlineDuration', companyRow({ offlineDuration: 1 }), 'en', '1 day'],
    ['users', 'lang', userRow(), 'fr', 'Anglais'],
    [
      ...(['webhooks', 'events', { uid: 'w1', events: ['vecto.failed'] }, 'es'] as const),
      'Un vídeo 3D ha fallado',
    ],
    ['users', 'role', userRow(), 'es', 'Editor'],
    ['users', 'role', userRow({ role: 'unheard-of' }), 'en', 'unheard-of'],
  ] as const)('shows %s %s %j in %s as %s', async (name, path, row, language, written) => {
    await showField(name, path, row, language)
    // Testing Library normalizes every whitespace to a space.
    expect((await screen.findByText(written.replace(/\s/g, ' '))).textContent).toBe(written)
  })

  it('shows a date in Paris time', async () => {
    await showField('users', 'createdAt', userRow({ createdAt: '2024-07-15T22:30:00Z' }))
    expect(await text()).toBe('16 Jul 2024, 00:30')
  })

  it('shows a recent date as relative time with the exact date as title', async () => {
    const createdAt = new Date(Date.now() - 3 * 3_600_000).toISOString()
    await showField('users', 'createdAt', userRow({ createdAt }), 'fr')
    expect(await screen.findByText('il y a 3 heures')).toHaveAttribute('title', formatZoned(createdAt, 'fr'))
  })

  it.each([
    ['medias', 'status', mediaRow(), 'en', 'Completed', 'success'],
    ['medias', 'status', mediaRow({ status: 'deletable' }), 'en', 'To be deleted', 'error'],
    ['users', 'status', userRow({ status: 'pending' }), 'fr', 'Invité', 'warning'],
  ] as const)('shows the chip of %s %s %j in %s: %s', async (name, path, row, language, label, colour) => {
    await showField(name, path, row, language)
    expect(await screen.findByText(label)).toHaveClass('status', colour)
  })

  it.each([
    [true, 'en', 'Yes'],
    [false, 'fr', 'Non'],
  ] as const)(
    'shows the boolean %s in %s as an icon with the title “%s”',
    async (isPartner, language, name) => {
      await showField('companies', 'isPartner', companyRow({ isPartner }), language)
      expect(await screen.findByTitle(name)).toBeInTheDocument()
    },
  )

  it('shows one chip per tag', async () => {
    await showField('medias', 'tags', mediaRow({ tags: ['sea', 'sky'] }))
    expect(await screen.findByText('sea')).toBeVisible()
    expect(screen.getByText('sky')).toBeVisible()
  })

  it('shows markup in a value as plain text', async () => {
    const name = '<img src=x onerror="document.title=1"><b>bold</b>'
    await showField('medias', 'name', mediaRow({ name }))
    expect(await text()).toBe(name)
    expect(screen.getByTestId('shown').querySelector('img, b')).toBeNull()
  })

  it.each([null, '', undefined])('shows a missing value for %j', async name => {
    await showField('medias', 'name', mediaRow({ name }))
    expect(await screen.findByRole('img', { name: 'No value' })).toBeVisible()
  })
})

describe('the display of a link', () => {
  const media = mediaRow({ createdBy: { ref: 'users/u1', label: 'Grace Hopper' } })

  it('links to the record at the product’s URL', async () => {
    await showField('medias', 'createdBy', media)
    expect(await screen.findByRole('link', { name: 'Grace Hopper' })).toHaveAttribute('href', '/user/show/u1')
  })

  it('shows the label without a link to users who may not open such records', async () => {
    await showField('medias', 'createdBy', media, 'en', 'viewer')
    expect(await screen.findByText('Grace Hopper')).toBeVisible()
    expect(screen.queryByRole('link')).toBeNull()
  })
})

describe('the changes of an event', () => {
  const args = {
    changes: { status: ['active', 'disabled'], company: [null, { ref: 'companies/own', label: 'Own' }] },
  }
  const event = { uid: 'e1', type: 'users', object: 'users/u1', event: 'update', args }

  it.each([
    ['en', 'Status', 'Active', 'Disabled', 'became'],
    ['fr', 'Statut', 'Actif', 'Désactivé', 'devenu'],
    ['es', 'Estado', 'Activo', 'Desactivado', 'pasó a ser'],
  ] as const)('shows the changes of an event in %s', async (language, label, from, to, became) => {
    await showField('events', 'args', event, language)
    const [status, company] = await screen.findAllByRole('listitem')
    expect(status).toHaveTextContent(new RegExp(`^${label}${from}.*${to}$`))
    expect(screen.getAllByTitle(new RegExp(became))).toHaveLength(2)
    expect(company).toHaveTextContent(/Own$/)
  })

  it('shows the server’s note of an event as plain text', async () => {
    await showField('events', 'args', { ...event, args: { label: '<i>2 files</i>' } })
    expect(await screen.findByText('<i>2 files</i>')).toBeVisible()
  })
})
