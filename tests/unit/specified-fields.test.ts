import { describe, expect, it } from 'vitest'
import { resourceOf } from '~/model/registry'

/** Fields of specification §3 by resource, as records contain them; `a.b` is nested. */
const specified: Readonly<Record<string, string>> = {
  companies:
    'name isPartner canCreateCompanies offlinePrivilege offlineDuration partner allowPartnerAccess authFqdn role users.total users.purchased users.active users.maxActive seconds.used seconds.purchased createdAt',
  purchases: 'quantity type createdAt createdBy company comment',
  groups: 'name company members guests comment createdAt createdBy',
  users:
    'firstname lastname email password role roleLabel lang status isActive lastLoginAt company groups offlineEnabled notifications deletedAt deletedBy invitedBy termsAgreement messageToken createdAt',
  guests: 'guest.label guest.email company createdBy group createdAt status',
  sessions:
    'user company createdAt endedAt duration offlineRequested offlineGranted agent.name agent.platform env.operatingSystem env.unityVersion env.buildVersion env.deviceModel env.systemMemSize city country',
  environments: 'name company createdBy createdAt versions latestVersionAt status',
  versions: 'createdBy company revision size updatedAt status file accessList tree log',
  videos:
    'name company file width height duration size createdAt pending lowFile insv1 insv2 deleteInsv resolution bitrate course generate5K',
  vectos:
    'name mode video company framerate offsetStart offsetEnd duration defaultAccessList accessList status createdBy files.data shares events specialUsage version revision course',
  events: 'createdAt type object event user company args',
  medias:
    'name company specialUsage createdBy createdAt updatedAt versions shares status contentType checksum size tags file thumbRef256 thumbRef128 filethumb',
  shares: 'version environment createdAt createdBy',
  downloads: 'name version notes file lang accessible downloadCount downloadLast status createdAt',
  templates: 'name type action subject content createdAt createdBy',
}

/** Fields of responses about a record, and the sub-collections of a record. */
const offered = (name: string) => {
  const { fields, computed = [], lists = {} } = resourceOf(name)
  return new Set([...Object.keys(fields), ...computed, ...Object.keys(lists)])
}

describe('the fields of the specification', () => {
  it.each(Object.entries(specified))('%s has all fields of the specification', (name, fields) => {
    const known = offered(name)
    expect(fields.split(' ').filter(field => !known.has(field))).toEqual([])
  })
})
