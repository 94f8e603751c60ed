import type { HttpError } from 'react-admin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Backend } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { type PanelDataProvider, panelDataProvider } from '~/src/api/contract/panel-data-provider'
import { failureOf } from '~/src/api/contract/records'
import { type Api, api, login } from '../support/server/api'
import { firebaseToken, takesFirebase } from '../support/server/firebase-token'
import { demoPassword, startServer, type TestServer } from '../support/server/test-server'
import { mediaOf, upload } from '../support/storage/tus-uploads'
import { zipFile } from '../support/video/media-files'

let server: TestServer
let root: Api
let provider: PanelDataProvider
const asked: string[] = []

/** The panel's request function with a bearer token, without a browser. */
const requestOf = (api: Api): Backend['request'] =>
  async function request<T>(
    path: string,
    options: { method?: string; json?: unknown; signal?: AbortSignal | null } = {},
  ) {
    options.signal?.throwIfAborted()
    asked.push(`${options.method ?? 'GET'} ${path}`)
    const { status, body } = await api.call<Record<string, unknown>>(options.method ?? 'GET', path, {
      body: options.json,
    })
    if (status >= 400)
      throw new BackendError(status, String(body.code), String(body.message), {
        fields: body.fields as Record<string, string> | undefined,
        body,
      })
    return body as T
  }

/** The transport of each build of the panel. */
const builds: Readonly<Record<string, (own: Api) => Promise<Api>>> = {
  'on-premise': async own => own,
  cloud: async own => {
    const { uid } = (await own.get<{ uid: string }>('users/me')).body
    return api(server.url, firebaseToken({ sub: uid }))
  },
}

const list = (resource: string, more: object = {}) =>
  provider.getList(resource, {
    pagination: { page: 1, perPage: 10 },
    sort: { field: 'createdAt', order: 'DESC' },
    filter: {},
    ...more,
  })
const failing = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: HttpError) => ({ ...failureOf(error), message: error.message }),
  )
const company = async (name: string) => (await provider.create('companies', { data: { name } })).data

describe.each(Object.entries(builds))('in the %s build', (_build, enter) => {
  beforeAll(async () => {
    server = await startServer({ demo: true, env: takesFirebase })
    root = await enter(await login(server.url, 'root@demo.example', demoPassword))
    provider = panelDataProvider(requestOf(root))
  })
  afterAll(() => server.stop())

  describe('the data provider, on the real server', () => {
    it('the data provider pages, sorts and filters', async () => {
      const { data, total } = await list('medias', {
        pagination: { page: 2, perPage: 10 },
        sort: { field: 'name', order: 'ASC' },
        filter: { status: 'completed', name: 'har' },
      })
      expect(data.length).toBe(10)
      expect(total).toBeGreaterThan(20)
      expect(
        data.every(
          media => media.status === 'completed' && / har/i.test(` ${media.name}`) && media.id === media.uid,
        ),
      ).toBe(true)
      const request = asked.at(-1) ?? ''
      expect(new URLSearchParams(request.slice(request.indexOf('?'))).toString()).toBe(
        new URLSearchParams({
          offset: '10',
          batch: '10',
          q: '{"status":"completed","name":{"begins":"har"}}',
          fsort: 'name',
          osort: 'asc',
        }).toString(),
      )
    })

    it('the data provider sorts by a link’s label and filters by its reference', async () => {
      const { data } = await list('medias', {
        sort: { field: 'company', order: 'ASC' },
        pagination: { page: 1, perPage: 1000 },
      })
      const labels = data.map(media =>
        media.company.label.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      )
      expect(labels).toEqual([...labels].sort())
      const [first] = data
      const own = await list('medias', { filter: { company: first?.company } })
      expect(own.data.every(media => media.company.ref === first?.company.ref)).toBe(true)
    })

    it('the data provider gets one record, several without duplicates, and referring ones', async () => {
      const { data } = await list('companies')
      const ids = data.map(each => each.id)
      expect((await provider.getOne('companies', { id: ids[0] ?? '' })).data.name).toBe(data[0]?.name)
      const many = await provider.getMany('companies', { ids: [...ids, ...ids, `companies/${ids[0]}`] })
      expect(many.data.map(each => each.id).sort()).toEqual([...ids].sort())
      const users = await provider.getManyReference('users', {
        target: 'company',
        id: ids[0] ?? '',
        pagination: { page: 1, perPage: 5 },
        sort: { field: 'email', order: 'ASC' },
        filter: {},
      })
      expect(users.data.every(user => user.company.ref === `companies/${ids[0]}`)).toBe(true)
    })

    it('the data provider sends only changed fields, with the time of the record', async () => {
      const before = await company('Data provider')
      const { data } = await provider.update('companies', {
        id: before.id,
        data: { ...before, name: 'Data provider 2' },
        previousData: before,
      })
      expect(data.name).toBe('Data provider 2')
      const events = await list('events', { filter: { object: `companies/${before.id}`, event: 'update' } })
      expect(events.data[0]?.args.changes).toEqual({ name: ['Data provider', 'Data provider 2'] })
      const stale = await failing(
        provider.update('companies', {
          id: before.id,
          data: { ...before, name: 'Late' },
          previousData: before,
        }),
      )
      expect(stale).toMatchObject({
        message: 'errors.stale',
        code: 'stale',
        status: 409,
        current: { name: 'Data provider 2' },
      })
    })

    it('the data provider maps errors to translation keys, per field if possible', async () => {
      expect(await failing(provider.create('companies', { data: { name: 'x'.repeat(200) } }))).toMatchObject({
        message: 'errors.validation',
        errors: { name: 'validation.too_long' },
      })
      expect(await failing(provider.getOne('companies', { id: 'nobody' }))).toMatchObject({
        message: 'errors.not_found',
        status: 404,
      })
      expect(await failing(list('medias', { sort: { field: 'checksum', order: 'ASC' } }))).toMatchObject({
        message: 'errors.unknown_field',
        status: 400,
      })
    })

    it('the data provider updates and deletes many records', async () => {
      const made = await Promise.all(['One', 'Two', 'Three'].map(company))
      const ids = made.map(each => each.id)
      await provider.updateMany('companies', { ids, data: { role: 'editor' } })
      expect((await provider.getMany('companies', { ids })).data.every(each => each.role === 'editor')).toBe(
        true,
      )
      await provider.deleteMany('companies', { ids })
      expect((await provider.getMany('companies', { ids })).data).toEqual([])
    })

    it('the data provider deletes with a delay, and runs actions of a resource', async () => {
      const descriptor = await upload(server.url, root, zipFile())
      const { data } = await provider.create('medias', { data: mediaOf(descriptor) })
      await expect
        .poll(async () => (await provider.getOne('medias', { id: data.id })).data.status)
        .toBe('completed')
      await provider.delete('medias', { id: data.id, previousData: data, meta: { delay: 5 } })
      expect((await provider.getOne('medias', { id: data.id })).data.status).toBe('deletable')
      expect((await provider.act('medias', data.id, 'restore')).status).toBe('completed')
      expect(await provider.fileUrl('medias', data.id, 'file')).toMatch(/^\/parse\/blob\//)
    })

    it('the data provider reads value lists', async () => {
      const { values, total } = await provider.values('companies')
      expect(total).toBe(values.length)
      expect(values[0]?.key).toMatch(/^companies\//)
    })

    it('the data provider aborts a request with react-admin’s signal', async () => {
      const given = AbortSignal.abort()
      await expect(list('medias', { signal: given })).rejects.toThrow()
    })
  })
})
