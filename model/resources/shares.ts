import { defineResource } from '../define'
import { link } from '../fields'
import { staff } from '../grants'

/** A media or a 3D video used in a version of an environment. Its company is that of what is used. */
export const shares = defineResource(
  'shares',
  {
    environment: link('environments', { locked: true }),
    version: link('versions', { locked: true }),
    createdBy: link('users', { locked: true }),
    media: link('medias', { locked: true, weak: true }),
    vecto: link('vectos', { locked: true, weak: true }),
    company: link('companies', { locked: true }),
  },
  {
    paths: { list: '/shares' },
    label: { fields: [] },
    company: 'company',
    flat: false,
    grants: { read: staff },
    list: {
      columns: ['environment', 'version', 'createdBy', 'createdAt'],
      sort: ['createdAt', 'desc'],
      pageSizes: [20],
      filters: [],
    },
  },
)
