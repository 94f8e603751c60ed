import { defineResource } from '../define'
import { link, links, multiline, text } from '../fields'
import { managing, staff } from '../grants'

/** Users of a company who work together, and the guests they invite. */
export const groups = defineResource(
  'groups',
  {
    name: text({ required: true, search: true, sort: true, filter: true, max: 120 }),
    company: link('companies', { required: true, immutable: true, filter: true, sort: true }),
    members: links('users', {
      sameCompany: 'company',
      filterTarget: { status: ['active', 'disabled', 'pending'] },
      filter: true,
    }),
    guests: links('guests', { inverse: 'group' }),
    comment: multiline({ max: 2000 }),
    createdBy: link('users', { readOnly: true }),
  },
  {
    paths: {
      list: '/company/groups/:pid',
      create: '/company/:parent/group/create',
      edit: '/company/:parent/group/modify/:id',
    },
    label: { fields: ['name'] },
    parent: 'company',
    company: 'company',
    grants: {
      read: managing,
      create: staff,
      update: staff,
      delete: staff,
    },
    bulk: { delete: { act: 'delete' } },
    list: {
      columns: ['name', 'members', 'guests', 'comment', 'createdBy', 'createdAt'],
      hidden: ['updatedAt'],
      sort: ['createdAt', 'desc'],
      pageSize: 15,
      filters: ['name'],
    },
    form: ['name', 'company', 'members', 'guests', 'comment'],
    lists: {
      members: { list: 'users', in: 'members' },
      guests: { list: 'guests', by: 'group', create: true },
    },
    slots: { list: 'GroupListActions', fields: { guests: 'GuestsField' } },
  },
)
