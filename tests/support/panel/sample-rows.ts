import { ownCompany } from '~/tests/support/server/person'
import type { Row } from './fake-api'

const stamps = { createdAt: '2024-01-15T09:00:00Z', updatedAt: '2024-02-01T09:00:00Z' }

export const userRow = (more: Row = {}): Row => ({
  uid: 'u1',
  firstname: 'Grace',
  lastname: 'Hopper',
  email: 'grace@demo.example',
  role: 'editor',
  lang: 'en',
  company: ownCompany,
  status: 'active',
  ...stamps,
  ...more,
})

export const mediaRow = (more: Row = {}): Row => ({
  uid: 'm1',
  name: 'Sunset',
  company: ownCompany,
  contentType: 'image/png',
  checksum: 'b64-abc=',
  size: 2_500_000,
  status: 'completed',
  file: { ref: 'files/f1', label: 'sunset.png', size: 2_500_000, contentType: 'image/png' },
  ...stamps,
  ...more,
})

export const companyRow = (more: Row = {}): Row => ({
  uid: 'own',
  name: 'Own company',
  isPartner: false,
  canCreateCompanies: false,
  allowPartnerAccess: true,
  offlinePrivilege: false,
  role: 'viewer',
  users: { total: 12, purchased: 40, active: 3, maxActive: 5 },
  seconds: { used: 5400, purchased: 36_000 },
  ...stamps,
  ...more,
})
