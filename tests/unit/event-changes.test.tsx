import { cleanup, screen } from '@testing-library/react'
import { RecordContextProvider } from 'react-admin'
import { describe, expect, it } from 'vitest'
import type { Language } from '~/model/languages'
import { WithActor } from '~/src/admin/rights'
import { EventChanges } from '~/src/features/events/event-changes'
import { renderScreen } from '../support/panel/render-screen'

const tell = async (type: string, args: unknown, language: Language = 'en') => {
  await renderScreen(
    <WithActor>
      <RecordContextProvider value={{ id: 'e1', type, args }}>
        <div data-testid="told">
          <EventChanges />
        </div>
      </RecordContextProvider>
    </WithActor>,
    { language },
  )
  return screen.findByTestId('told')
}

/** The line of a change, with an arrow between old and new value. */
const line = async (type: string, path: string, from: unknown, to: unknown, language?: Language) => {
  const told = await tell(type, { changes: { [path]: [from, to] } }, language)
  const item = told.querySelector('li')
  return item?.textContent?.replace(/became|devient/, ' → ')
}

describe('changes of an event', () => {
  it.each([
    [
      'versions',
      'accessList',
      ['Ada', 'Grace'],
      ['Ada', 'Grace', 'Alan', 'Edsger'],
      'Access listAda, Grace → Ada, Grace, Alan +1 more',
    ],
    ['videos', 'company', 'North', 'South', 'CompanyNorth → South'],
    ['downloads', 'file', 'old.exe', 'new.exe', 'Installerold.exe → new.exe'],
    ['downloads', 'accessible', false, true, 'AccessibleNo → Yes'],
    ['vectos', 'status', 'completed', 'renaming', 'StatusCompleted → Renaming'],
    ['vectos', 'mode', 'fast', 'accurate.video', 'ModeFast → Accurate, video'],
    ['vectos', 'duration', 12.5, 72, 'Duration0:12.50 → 1:12'],
    ['versions', 'size', 0, 2_500_000, 'Size0 kB → 2.5 MB'],
    ['downloads', 'version', '1.0', '1.1', 'Versionv1.0 → v1.1'],
    ['medias', 'tags', [], ['sea'], 'Tags– → sea'],
    [
      'webhooks',
      'events',
      ['video.failed'],
      ['video.failed', 'quota.low'],
      'EventsA 360 video has failed → A 360 video has failed, 80% of the minutes are used',
    ],
    ['vectos', 'events', {}, { a: 1 }, 'Progress'],
  ])('describes the change of %s %s as text', async (type, path, from, to, words) => {
    expect(await line(type, path, from, to)).toBe(words)
  })

  it('lists a translated text by language, without markup, shortened', async () => {
    const told = await tell('downloads', {
      changes: {
        notes: [
          { en: '<p>Old</p>', fr: '<p>Même</p>' },
          { en: `<p>New</p><script>x</script><p>${'long '.repeat(40)}</p>`, fr: '<p>Même</p>' },
        ],
      },
    })
    const items = told.querySelectorAll('li')
    expect(items).toHaveLength(1)
    expect(items[0]).toHaveTextContent(/^Notes \(English\)Old(became)?New long long .*…$/)
  })

  it('shows the label of the record for a creation or a download', async () => {
    expect(await tell('downloads', { label: 'setup.exe' })).toHaveTextContent('setup.exe')
  })

  it.each([
    ['en', 'Video minutes'],
    ['fr', 'Minutes de vidéo'],
    ['es', 'Minutos de vídeo'],
  ] as const)('shows the type of a purchase in %s', async (language, words) => {
    expect(await tell('purchases', { label: 'minutes' }, language)).toHaveTextContent(words)
  })

  it.each([
    ['en', 'Quay.mp4, to view'],
    ['fr', 'Quay.mp4, pour consultation'],
    ['es', 'Quay.mp4, para verlo'],
  ] as const)('marks a file that was opened inline, in %s', async (language, words) => {
    const args = { label: 'Quay.mp4', field: 'lowFile', as: 'inline' }
    expect(await tell('videos', args, language)).toHaveTextContent(words)
    cleanup()
    expect(await tell('videos', { ...args, as: 'attachment' }, language)).toHaveTextContent(/^Quay.mp4$/)
  })

  it('shows a dash for an unknown resource', async () => {
    expect(await tell('unheard-of', { changes: { a: [1, 2] } })).toHaveTextContent('–')
  })
})
