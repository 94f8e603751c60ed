import { HttpError } from 'react-admin'
import { describe, expect, it } from 'vitest'
import type { RequestOptions } from '~/src/api/backend'
import { BackendError } from '~/src/api/backend-error'
import { panelDataProvider } from '~/src/api/contract/panel-data-provider'

type Call = { path: string; options?: RequestOptions }

const providerAnswering = (...answers: unknown[]) => {
  const calls: Call[] = []
  const request = async (path: string, options?: RequestOptions) => {
    calls.push({ path, options })
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    if (answer instanceof Error) throw answer
    return answer as never
  }
  return { provider: panelDataProvider(request), calls }
}

const searchOf = ({ path }: Call) => new URL(path, 'http://x').searchParams
const queryOf = (call: Call | undefined) => JSON.parse((call && searchOf(call).get('q')) ?? 'null')

const list = (filter: object = {}, field = 'createdAt') => ({
  pagination: { page: 3, perPage: 15 },
  sort: { field, order: 'DESC' as const },
  filter,
})

describe('sub-collections', () => {
  const group = { uid: 'g', name: 'Team', company: { ref: 'companies/c', label: 'Own' } }
  const pathOf = ({ path }: Call) => path.split('?')[0]

  it('lists a sub-collection under the parent from filter or meta, and prefixes ids with the parent', async () => {
    const { provider, calls } = providerAnswering({ results: [group], meta: { count: 1 } })
    const { data } = await provider.getList('groups', list({ company: 'companies/c' }))
    expect(data[0]?.id).toBe('c/g')
    await provider.getList('groups', { ...list(), meta: { parent: 'companies/c' } })
    await provider.getList('medias', { ...list(), meta: { at: 'environments/e/useMedias' } })
    await provider.getList('vectos', list())
    expect(calls.map(pathOf)).toEqual([
      '/companies/c/groups',
      '/companies/c/groups',
      '/environments/e/useMedias',
      '/videos3d',
    ])
    expect(queryOf(calls[0])).toEqual({})
  })

  it('reads, creates, updates and deletes a record at its nested address', async () => {
    const { provider, calls } = providerAnswering(group)
    const made = await provider.create('groups', { data: { name: 'Team', company: group.company } })
    await provider.getOne('groups', { id: made.data.id })
    await provider.update('groups', { id: 'c/g', data: { name: 'Crew' }, previousData: made.data })
    await provider.delete('groups', { id: 'c/g' })
    expect(calls.map(call => `${call.options?.method ?? 'GET'} ${call.path}`)).toEqual([
      'POST /companies/c/groups',
      'GET /companies/c/groups/g',
      'PATCH /companies/c/groups/g',
      'DELETE /companies/c/groups/g',
    ])
  })
})

describe('360° videos', () => {
  const video = { uid: 'v', name: 'Quay', updatedAt: '2026-01-01T00:00:00Z' }

  it('360° videos are requested at /videos360, and patched at /videos', async () => {
    const { provider, calls } = providerAnswering({ ...video, results: [] })
    await provider.getList('videos', list())
    await provider.create('videos', { data: { name: 'Quay' } })
    await provider.getOne('videos', { id: 'v' })
    await provider.update('videos', { id: 'v', data: { name: 'Pier' }, previousData: { ...video, id: 'v' } })
    await provider.delete('videos', { id: 'v' })
    expect(calls.map(({ path, options }) => `${options?.method ?? 'GET'} ${path.split('?')[0]}`)).toEqual([
      'GET /videos360',
      'POST /videos360',
      'GET /videos360/v',
      'PATCH /videos/v',
      'DELETE /videos360/v',
    ])
  })
})

describe('lists', () => {
  it('requests a page by offset and batch, sorted by fsort and osort', async () => {
    const { provider, calls } = providerAnswering({ results: [], meta: { count: 0 } })
    await provider.getList('medias', list())
    expect(calls[0]?.path.split('?')[0]).toBe('/medias')
    expect(Object.fromEntries(searchOf(calls[0] as Call))).toEqual({
      offset: '30',
      batch: '15',
      q: '{}',
      fsort: 'createdAt',
      osort: 'desc',
    })
  })

  it('sorts a link field by its label', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    await provider.getList('medias', list({}, 'company'))
    expect(searchOf(calls[0] as Call).get('fsort')).toBe('company.label')
  })

  it.each(['results', 'items', 'data'])('reads rows from the key %s and assigns their ids', async key => {
    const { provider } = providerAnswering({ [key]: [{ uid: 'a', name: 'A' }], meta: { count: 41 } })
    expect(await provider.getList('medias', list())).toEqual({
      data: [{ id: 'a', uid: 'a', name: 'A' }],
      total: 41,
    })
  })

  it('filters names and keywords by prefix, links by reference, other fields by value', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    const company = { ref: 'companies/c1', label: 'C' }
    await provider.getList('medias', list({ name: ' sun ', company, specialUsage: 'icon', tags: '' }))
    expect(queryOf(calls[0])).toEqual({
      name: { begins: 'sun' },
      company: 'companies/c1',
      specialUsage: 'icon',
    })
  })

  it('filters the creator by a prefix of the name', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    await provider.getList('medias', list({ createdBy: 'ada' }))
    expect(queryOf(calls[0])).toEqual({ 'createdBy.label': { begins: 'ada' } })
  })

  it('passes date ranges through unchanged', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    const createdAt = { gte: '2025-01-01T00:00:00Z', lte: '2025-02-01T00:00:00Z' }
    await provider.getList('medias', list({ createdAt }))
    expect(queryOf(calls[0])).toEqual({ createdAt })
  })

  it('passes the abort signal to the request', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    const { signal } = new AbortController()
    await provider.getList('medias', { ...list(), signal })
    expect(calls[0]?.options?.signal).toBe(signal)
  })
})

describe('pages beyond the last', () => {
  const beyond = { results: [], meta: { count: 41 } }
  const last = { results: [{ uid: 'z' }], meta: { count: 41 } }

  it('a page beyond the last returns the last page', async () => {
    const { provider, calls } = providerAnswering(beyond, last)
    const { data, total } = await provider.getList('medias', {
      ...list(),
      pagination: { page: 99, perPage: 10 },
    })
    expect(data.map(({ id }) => id)).toEqual(['z'])
    expect(total).toBe(41)
    expect(calls.map(call => searchOf(call).get('offset'))).toEqual(['980', '40'])
  })

  it('a page beyond the last is empty for exact reads and for empty lists', async () => {
    const { provider, calls } = providerAnswering(beyond, { results: [], meta: { count: 0 } })
    const pagination = { page: 99, perPage: 10 }
    expect((await provider.getList('medias', { ...list(), pagination, meta: { exact: true } })).data).toEqual(
      [],
    )
    expect((await provider.getList('medias', { ...list(), pagination })).data).toEqual([])
    expect(calls).toHaveLength(2)
  })
})

describe('many records by id', () => {
  it('getMany requests each id once, in batches that fit a URL', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    const ids = Array.from({ length: 400 }, (_, index) => `u${index}`)
    await provider.getMany('users', { ids: [...ids, ...ids] })
    expect(calls.map(call => queryOf(call).uid.length)).toEqual([250, 150])
    expect(calls.map(call => searchOf(call).get('batch'))).toEqual(['250', '150'])
  })

  it('getManyReference filters by the reference of the target', async () => {
    const { provider, calls } = providerAnswering({ results: [] })
    await provider.getManyReference('users', { ...list(), target: 'company', id: 'c1' })
    expect(queryOf(calls[0])).toEqual({ company: 'companies/c1' })
  })
})

describe('writing', () => {
  const before = {
    id: 'm1',
    uid: 'm1',
    name: 'Old',
    tags: ['a'],
    company: { ref: 'companies/c1', label: 'C' },
    updatedAt: 'T1',
  }

  it('an update sends the changed fields with the updatedAt they are based on', async () => {
    const { provider, calls } = providerAnswering({ uid: 'm1', name: 'New', updatedAt: 'T2' })
    const data = { ...before, name: 'New', company: { ref: 'companies/c1', label: 'Renamed since' } }
    const answer = await provider.update('medias', { id: 'm1', data, previousData: before })
    expect(calls[0]).toEqual({
      path: '/medias/m1',
      options: { method: 'PATCH', json: { name: 'New', updatedAt: 'T1' } },
    })
    expect(answer.data).toMatchObject({ id: 'm1', name: 'New', updatedAt: 'T2', tags: ['a'] })
  })

  it('an update sends the newer updatedAt after the user chose to overwrite', async () => {
    const { provider, calls } = providerAnswering({ uid: 'm1' })
    const data = { ...before, name: 'New', updatedAt: 'T9' }
    await provider.update('medias', { id: 'm1', data, previousData: before })
    expect(calls[0]?.options?.json).toEqual({ name: 'New', updatedAt: 'T9' })
  })

  it('a creation sends links as references and omits undeclared fields', async () => {
    const { provider, calls } = providerAnswering({ uid: 'm1' })
    const data = { name: 'N', company: { ref: 'companies/c1', label: 'C' }, tags: '', stray: 1 }
    const answer = await provider.create('medias', { data, meta: { also: { origin: 'creation' } } })
    expect(calls[0]?.path).toBe('/medias')
    expect(calls[0]?.options).toMatchObject({
      method: 'POST',
      json: { name: 'N', company: { ref: 'companies/c1' }, origin: 'creation' },
    })
    expect(calls[0]?.options?.json).not.toHaveProperty('stray')
    expect(answer.data.id).toBe('m1')
  })

  it('a deletion sends the delay when there is one', async () => {
    const { provider, calls } = providerAnswering(undefined)
    await provider.delete('medias', { id: 'm1', meta: { delay: 3 } })
    await provider.delete('companies', { id: 'c1' })
    expect(calls.map(({ path, options }) => [path, options])).toEqual([
      ['/medias/m1', { method: 'DELETE', json: { delay: 3 } }],
      ['/companies/c1', { method: 'DELETE' }],
    ])
  })

  it('sends an action with the method of its definition', async () => {
    const { provider, calls } = providerAnswering({ uid: 'm1' })
    await provider.act('medias', 'm1', 'restore')
    await provider.act('medias', 'm1', 'regenerate')
    expect(calls.map(({ path, options }) => [path, options?.method ?? 'GET'])).toEqual([
      ['/medias/m1/restore', 'PATCH'],
      ['/medias/m1/regenerate', 'GET'],
    ])
  })
})

describe('rejected requests', () => {
  const failing = (error: unknown) => providerAnswering(error).provider.getOne('medias', { id: 'm1' })

  it('maps the error of the server to its field', async () => {
    const error = new BackendError(409, 'user_exists', 'taken', { fields: { email: 'taken' } })
    const failure: HttpError = await failing(error).catch(thrown => thrown)
    expect(failure).toBeInstanceOf(HttpError)
    expect(failure).toMatchObject({ status: 409, message: 'errors.user_exists' })
    expect(failure.body.errors).toEqual({ email: 'errors.user_exists' })
  })

  it('maps each validation code to the message of its field', async () => {
    const error = new BackendError(422, 'validation', 'v', { fields: { name: 'too_long', role: 'required' } })
    const failure: HttpError = await failing(error).catch(thrown => thrown)
    expect(failure.body.errors).toEqual({ name: 'validation.too_long', role: 'validation.required' })
  })

  it('a stale update carries the current record', async () => {
    const body = { current: { uid: 'm1', name: 'Theirs' } }
    const failure: HttpError = await failing(new BackendError(409, 'stale', 's', { body })).catch(t => t)
    expect(failure.body.current).toEqual({ uid: 'm1', name: 'Theirs' })
  })

  it.each([
    [0, 'unreachable', 'errors.unreachable'],
    [502, 'http_502', 'errors.unavailable'],
    [418, 'http_418', 'errors.generic'],
  ])('maps status %i and code %s to the message %s', async (status, code, message) => {
    await expect(failing(new BackendError(status, code, 'x'))).rejects.toMatchObject({ message })
  })
})
