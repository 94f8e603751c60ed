import type { Role } from '~/model/grants'
import type { Me } from '~/src/api/backend'

export const ownCompany = { ref: 'companies/own', label: 'Own company' }

/** A signed-in user of a company that manages two others, one of which grants access. */
export const personOf = (role: Role, more: Partial<Me> = {}): Me => ({
  uid: 'me',
  email: 'ada@demo.example',
  firstname: 'Ada',
  lastname: 'Lovelace',
  lang: 'en',
  role,
  roleLabel: '',
  company: ownCompany,
  reach: { own: ['own'], managed: ['managed', 'open'], open: ['open'], licensed: false },
  profile: {},
  ...more,
})
