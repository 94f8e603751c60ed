import { ownCompany } from '~/tests/support/server/person'
import type { FakeApi, Row } from './fake-api'

const stamps = { createdAt: '2024-01-15T09:00:00Z', updatedAt: '2024-02-01T09:00:00Z' }

export const ada = { ref: 'users/u1', label: 'Ada Lovelace' }

export const versionRow = (more: Row = {}): Row => ({
  uid: 'v1',
  environment: { ref: 'environments/e1', label: 'Harbour' },
  revision: 3,
  company: ownCompany,
  status: 'completed',
  size: 1_000_000,
  accessList: [ada],
  file: { ref: 'files/f1', label: 'harbour.zip', size: 1_000_000, contentType: 'application/zip' },
  ...stamps,
  ...more,
})

export const vectoRow = (more: Row = {}): Row => ({
  uid: 's1',
  name: 'Quay',
  video: { ref: 'videos/w1', label: 'Harbour 360' },
  company: ownCompany,
  mode: 'fast',
  status: 'completed',
  framerate: 29,
  offsetStart: 0,
  offsetEnd: 12,
  duration: 12,
  accessList: [ada],
  files: { data: { ref: 'files/f2', label: 'quay.mp4', size: 3_000_000, contentType: 'video/mp4' } },
  ...stamps,
  ...more,
})

/** Responds with one nested record: to GET as it is, to PATCH with the changed fields. */
export const answerRecord = (api: FakeApi, path: string, row: Row) => {
  api.answering(`GET ${path}`, () => row)
  api.answering(`PATCH ${path}`, ({ json }) => ({ ...row, ...(json as Row) }))
  return api
}
