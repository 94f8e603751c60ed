import { defineResource } from '../define'
import { link } from '../fields'
import { staff } from '../grants'

/** A media or a 3D video used in a version of an environment. It belongs to the company of the media or video. */
export const shares = defineResource(
  'shares',
  {
    environment: link('environments', { readOnly: true, deletedWithTarget: true }),
    version: link('versions', { readOnly: true, deletedWithTarget: true }),
    createdBy: link('users', { readOnly: true }),
    media: link('medias', { readOnly: true, clearOnDelete: true, isUse: true }),
    vecto: link('vectos', { readOnly: true }),
    company: link('companies', { readOnly: true }),
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
