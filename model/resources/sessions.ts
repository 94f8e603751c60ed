import { defineResource } from '../define'
import { boolean, date, integer, link, text } from '../fields'
import { everyone, staff } from '../grants'

const shown = { readOnly: true, filter: true } as const

/** A signed-in device, for as long as it was. */
export const sessions = defineResource(
  'sessions',
  {
    user: link('users', { readOnly: true, filter: true, byLabel: true }),
    company: link('companies', { readOnly: true, filter: true, sort: true }),
    endedAt: date({ sort: true, filter: true }),
    duration: integer({ readOnly: true, sort: true, format: 'seconds' }),
    offlineRequested: boolean({ readOnly: true }),
    offlineGranted: boolean({ readOnly: true }),
    'agent.name': text(shown),
    'agent.platform': text(shown),
    'env.operatingSystem': text({ readOnly: true }),
    'env.unityVersion': text({ readOnly: true }),
    'env.buildVersion': text({ readOnly: true }),
    'env.deviceModel': text({ readOnly: true }),
    'env.systemMemSize': integer({ readOnly: true }),
    city: text({ readOnly: true }),
    country: text(shown),
  },
  {
    paths: { list: '/sessions', show: '/sessions/show/:id' },
    label: { fields: ['agent.name', 'agent.platform'] },
    company: 'company',
    user: 'user',
    grants: {
      read: staff,
      update: staff,
      delete: { ...everyone('self'), root: 'all' },
    },
    confidential: true,
    list: {
      columns: [
        'user',
        'company',
        'createdAt',
        'endedAt',
        'duration',
        'agent.name',
        'agent.platform',
        'country',
      ],
      hidden: [
        'offlineRequested',
        'offlineGranted',
        'env.operatingSystem',
        'env.unityVersion',
        'env.buildVersion',
        'env.deviceModel',
        'env.systemMemSize',
        'city',
      ],
      yielding: ['country', 'agent.platform', 'endedAt'],
      sort: ['createdAt', 'desc'],
      filters: ['user', 'company', 'createdAt', 'endedAt'],
    },
    show: {
      tabs: {
        details: [
          'user',
          'company',
          'createdAt',
          'endedAt',
          'duration',
          'offlineRequested',
          'offlineGranted',
          'agent.name',
          'agent.platform',
          'env.operatingSystem',
          'env.unityVersion',
          'env.buildVersion',
          'env.deviceModel',
          'env.systemMemSize',
          'city',
          'country',
        ],
      },
    },
    counted: ['company'],
  },
)
