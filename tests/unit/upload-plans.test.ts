import { describe, expect, it, vi } from 'vitest'
import { namesOfFiles } from '~/model/content-types'
import type { PanelDataProvider } from '~/src/api/contract/panel-data-provider'
import { planVideos } from '~/src/features/uploads/use-upload-queue'

const planOf = async (name: string) => {
  const getList = vi.fn(async () => ({ data: [{ id: 'one', name: 'The quay' }], total: 1 }))
  const [plan] = await planVideos([new File(['x'], name)], {
    provider: { getList } as unknown as PanelDataProvider,
    actor: { uid: 'me', role: 'admin', company: 'mine', managed: [], open: [], licensed: true },
    company: null,
    order: () => undefined,
    onCreated: () => undefined,
  })
  return { plan, getList }
}

describe('the names of records created from several files', () => {
  it.each([
    [
      ['pic.webp', 'pier.jpg'],
      ['pic', 'pier'],
    ],
    [
      ['pic.webp', 'pic.gif', 'pier.jpg'],
      ['pic.webp', 'pic.gif', 'pier'],
    ],
    [
      ['Pic.webp', 'pic.gif'],
      ['Pic.webp', 'pic.gif'],
    ],
    [
      ['pic.webp', 'pic.webp'],
      ['pic.webp', 'pic.webp (2)'],
    ],
  ])('names the records of the files %j %j', (files, names) => {
    expect(namesOfFiles(files)).toEqual(names)
  })

  it('truncates names of records from long file names', () => {
    const long = 'x'.repeat(300)
    for (const name of namesOfFiles([`${long}.webp`, `${long}.gif`]))
      expect(name.length).toBeLessThanOrEqual(200)
  })
})

describe('the search for a record of the same file', () => {
  it.each([
    ['The quay.mp4', 'file.md5Hash'],
    // Camera files may be deleted after stitching.
    ['VID_20260101_101112_00_001.insv', 'cameraChecksum'],
  ])('finds the record of the file %s by %s', async (name, path) => {
    const { plan, getList } = await planOf(name)
    const found = await plan?.find(plan.parts[0]?.field ?? '', 'AAAA')
    expect(found).toEqual({ label: 'The quay', to: '/video360/show/one', id: 'one' })
    expect(getList).toHaveBeenCalledWith('videos', expect.objectContaining({ filter: { [path]: 'AAAA' } }))
  })
})
