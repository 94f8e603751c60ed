import NoIcon from '@mui/icons-material/BlockOutlined'
import YesIcon from '@mui/icons-material/CheckOutlined'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { type RaRecord, useLocaleState, useTranslate } from 'react-admin'
import type { Ability } from '~/model/abilities'
import { ownerOf } from '~/model/access'
import type { Resource } from '~/model/define'
import { isLink, type Link } from '~/model/fields'
import { uidOf } from '~/model/refs'
import { useRecordTitle } from '~/src/admin/record-id'
import { useLazyField } from '~/src/admin/use-lazy-field'
import { ListFailure } from '~/src/ui/list-failure'
import { ListSkeleton } from '~/src/ui/list-skeleton'
import { isPersonsAccess } from './access-facts'

type Props = { readonly resource: Resource; readonly record: RaRecord; readonly person: Link }

/** The company that the record belongs to, by name. */
const useCompanyName = ({ resource, record }: Omit<Props, 'person'>) => {
  const titleOf = useRecordTitle(resource)
  const link = record[resource.company ?? '']
  if (isLink(link)) return link.label
  return ownerOf(resource, record).company === record.uid ? titleOf(record) : ''
}

const useSentence = (company: string) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return ({ because, obstacle, roles = [] }: Ability) => {
    if (because) return translate(`access.because.${because}`, { company })
    const list = new Intl.ListFormat(locale, { type: 'disjunction' })
    const named = list.format(roles.map(role => translate(`roles.${role}`)))
    const key = obstacle === 'role' && roles.length === 0 ? 'nobody' : obstacle
    return translate(`access.obstacles.${key}`, { company, roles: named })
  }
}

/** Yes or no for each thing that one can do, with the reason, and the remedy of a no. */
export const PersonAnswer = ({ resource, record, person }: Props) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const names = new Intl.ListFormat(locale)
  const sentence = useSentence(useCompanyName({ resource, record }))
  const { data, error, refetch } = useLazyField(resource.name, record.id, `access/${uidOf(person.ref)}`)
  if (error) return <ListFailure error={error} onRetry={refetch} />
  if (!isPersonsAccess(data)) return <ListSkeleton />
  const through = [
    ['access.listedThrough', data.groups],
    ['access.listedAsGuest', data.guestOf],
  ] as const
  return (
    <Box role="status" aria-label={person.label} sx={{ mt: 1.5 }}>
      {data.abilities.map(ability => {
        const [Icon, answer] = ability.because ? ([YesIcon, 'yes'] as const) : ([NoIcon, 'no'] as const)
        return (
          <Box key={ability.name} sx={{ display: 'flex', gap: 1, py: 0.75 }}>
            <Icon fontSize="small" color={ability.because ? 'success' : 'error'} sx={{ mt: '2px' }} />
            <Typography>
              <strong>{translate(`access.${answer}.${ability.name}`)}</strong> {sentence(ability)}
            </Typography>
          </Box>
        )
      })}
      {data.lists.length > 0 && <Typography>{translate('access.listed')}</Typography>}
      {through
        .filter(([, groups]) => groups.length > 0)
        .map(([key, groups]) => (
          <Typography key={key}>
            {translate(key, {
              smart_count: groups.length,
              groups: names.format(groups.map(({ label }) => label)),
            })}
          </Typography>
        ))}
    </Box>
  )
}
