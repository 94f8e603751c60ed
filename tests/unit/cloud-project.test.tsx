import { beforeEach, describe, expect, it, vi } from 'vitest'
import { clearUserData } from '~/src/api/session'

const answer = vi.fn<typeof fetch>()
beforeEach(() => {
  vi.resetModules()
  answer.mockReset()
  localStorage.clear()
  history.replaceState(null, '', '/')
  vi.stubGlobal('fetch', answer)
  return () => vi.unstubAllGlobals()
})

const json = (body: unknown) => new Response(JSON.stringify(body))
const cloud = async () => (await import('~/src/api/cloud/cloud')).cloud

describe('cloud backend', () => {
  it('requests the project from the host once and calls functions in europe-west1', async () => {
    answer.mockImplementation(async () => json({ projectId: 'vecto-demo' }))
    const backend = await cloud()
    expect(await backend.apiUrl()).toBe('https://europe-west1-vecto-demo.cloudfunctions.net')
    await backend.apiUrl()
    expect(answer.mock.calls.map(([url]) => url)).toEqual(['/__/firebase/init.json'])
  })

  const addressAfter = async (path: string) => {
    vi.resetModules()
    history.replaceState(null, '', path)
    const { apiUrl } = await cloud()
    history.replaceState(null, '', '/signin')
    return apiUrl()
  }

  it('uses the local emulators on request until they are turned off', async () => {
    answer.mockImplementation(async () => json({ projectId: 'vecto-demo' }))
    const emulated = 'http://localhost:5001/vecto-demo/europe-west1'
    expect(await addressAfter('/?emulator')).toBe(emulated)
    clearUserData()
    expect(await addressAfter('/home')).toBe(emulated)
    expect(await addressAfter('/?emulator=0')).toMatch(/^https:/)
    expect(await addressAfter('/home')).toMatch(/^https:/)
  })

  it('uses the emulator addresses of the project description', async () => {
    answer.mockImplementation(async () =>
      json({ projectId: 'vecto-demo', emulators: { functions: 'localhost:7001' } }),
    )
    expect(await addressAfter('/?emulator')).toBe('http://localhost:7001/vecto-demo/europe-west1')
  })

  it.each([{}, null, { projectId: 7 }])(
    'rejects the project description %j and requests it again next time',
    async described => {
      answer.mockResolvedValueOnce(json(described)).mockResolvedValueOnce(json({ projectId: 'vecto-demo' }))
      const { project } = await import('~/src/api/cloud/project')
      await expect(project()).rejects.toThrow('names no project')
      expect((await project()).projectId).toBe('vecto-demo')
    },
  )
})
