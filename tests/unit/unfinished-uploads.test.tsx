import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noteUser } from '~/src/api/session'
import { heldUploads } from '~/src/upload/held-uploads'
import { mayHaveUnfinished, unfinishedUploads } from '~/src/upload/unfinished'

const target = async () => ({ endpoint: '/parse/files', headers: { Authorization: 'Bearer x' } })
const at = (id: string) => new URL(`/parse/files/${id}`, location.href).href
const keep = (url: string, filename: string, creationTime: string) =>
  localStorage.setItem(
    `tus::${filename}::1`,
    JSON.stringify({ uploadUrl: url, metadata: { filename }, creationTime }),
  )
const told: Record<string, () => Response> = {}
const answer = (status: number, offset = 0, length = 0) =>
  new Response(null, {
    status,
    headers: { 'Upload-Offset': String(offset), 'Upload-Length': String(length) },
  })

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async (url: string) => told[url]?.() ?? answer(404))
})
afterEach(() => vi.unstubAllGlobals())

describe('unfinished uploads of an earlier visit', () => {
  it('lists unfinished uploads that the server still has, the latest first, with their progress', async () => {
    keep(at('a'), 'a.mp4', 'Mon Nov 23 2026 10:00:00')
    keep(at('b'), 'b.mp4', 'Mon Nov 23 2026 11:00:00')
    told[at('a')] = () => answer(200, 3_200_000, 18_400_000)
    told[at('b')] = () => answer(200, 1, 2)
    expect(await unfinishedUploads(target)).toEqual([
      { address: at('b'), name: 'b.mp4', sent: 1, total: 2 },
      { address: at('a'), name: 'a.mp4', sent: 3_200_000, total: 18_400_000 },
    ])
  })

  it.each([404, 409])(
    'forgets an unfinished upload when the server answers %i: removed, of another user, or claimed',
    async status => {
      keep(at('a'), 'a.mp4', '')
      told[at('a')] = () => answer(status)
      expect(await unfinishedUploads(target)).toEqual([])
      expect(localStorage).toHaveLength(0)
    },
  )

  it('keeps an unfinished upload, but does not offer it, while the server is unavailable', async () => {
    keep(at('a'), 'a.mp4', '')
    told[at('a')] = () => answer(503)
    expect(await unfinishedUploads(target)).toEqual([])
    expect(mayHaveUnfinished()).toBe(true)
  })

  it('keeps an unfinished upload when a proxy’s HTML page answers 404', async () => {
    keep(at('a'), 'a.mp4', '')
    told[at('a')] = () => new Response('<html>', { status: 404, headers: { 'Content-Type': 'text/html' } })
    expect(await unfinishedUploads(target)).toEqual([])
    expect(mayHaveUnfinished()).toBe(true)
  })

  it('lists unfinished uploads of the current user only and sends no request for those of others', async () => {
    noteUser('me')
    const entry = { metadata: { filename: 'a.mp4' }, creationTime: new Date().toISOString() }
    localStorage.setItem('tus::@me::a::1', JSON.stringify({ ...entry, uploadUrl: at('mine') }))
    localStorage.setItem('tus::@her::a::1', JSON.stringify({ ...entry, uploadUrl: at('hers') }))
    for (const id of ['mine', 'hers']) told[at(id)] = () => answer(200, 1, 2)
    expect(await unfinishedUploads(target)).toEqual([
      { address: at('mine'), name: 'a.mp4', sent: 1, total: 2 },
    ])
    noteUser('her')
    expect(await unfinishedUploads(target)).toMatchObject([{ address: at('hers') }])
    noteUser('them')
    expect(mayHaveUnfinished()).toBe(false)
  })

  it('forgets unfinished uploads of other users once the server has removed them', async () => {
    noteUser('me')
    const creationTime = new Date(Date.now() - 3 * 86_400_000).toISOString()
    const entry = { uploadUrl: at('old'), metadata: { filename: 'a.mp4' }, creationTime }
    localStorage.setItem('tus::@her::a::1', JSON.stringify(entry))
    await unfinishedUploads(target)
    expect(localStorage).toHaveLength(0)
  })

  it('omits unfinished uploads of another server and those that this tab is sending', async () => {
    keep('https://elsewhere.example/parse/files/a', 'a.mp4', '')
    keep(at('b'), 'b.mp4', '')
    told[at('b')] = () => answer(200, 1, 2)
    heldUploads.hold(at('b'))
    expect(await unfinishedUploads(target)).toEqual([])
    heldUploads.free(at('b'))
  })
})
