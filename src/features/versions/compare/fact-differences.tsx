import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useLocaleState, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import type { PanelVersion } from '~/model/record-types'
import { fileSize } from '~/src/ui/format'
import { Section } from '~/src/ui/section'
import { type AccessList, accessChanges, accessLists, fileChange } from './version-facts'

type Pair = { readonly before: PanelVersion; readonly after: PanelVersion }

const texts = 'resources.versions.compare'

const Names = ({ title, links }: { title: string; links: readonly Link[] }) =>
  links.length === 0 ? null : (
    <>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {title}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', mb: 1.5 }}>
        {links.map(({ ref, label }) => (
          <Chip key={ref} size="small" label={label || ref} />
        ))}
      </Stack>
    </>
  )

const sameTexts = { accessList: 'sameAccess', accessGroups: 'sameGroups' } as const

const ListDifference = ({ list, before, after }: Pair & { readonly list: AccessList }) => {
  const translate = useTranslate()
  const { added, removed, isEmpty } = accessChanges(list, before, after)
  if (isEmpty) return null
  return (
    <Section title={translate(`resources.versions.fields.${list}`)}>
      {added.length + removed.length === 0 && (
        <Typography>{translate(`${texts}.${sameTexts[list]}`)}</Typography>
      )}
      <Names title={translate(`${texts}.gained`)} links={added} />
      <Names title={translate(`${texts}.lost`)} links={removed} />
    </Section>
  )
}

/** The people and groups with access to the later version and not to the earlier, and the other way round. */
export const AccessDifference = (pair: Pair) =>
  accessLists.map(list => <ListDifference key={list} list={list} {...pair} />)

export const FileDifference = ({ before, after }: Pair) => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const bare = [before, after].find(({ file }) => !file)
  const change = fileChange(before, after)
  const sizes = change && {
    before: fileSize(change.before, locale),
    after: fileSize(change.after, locale),
  }
  return (
    <Section title={translate('resources.versions.fields.file')}>
      <Typography>
        {bare
          ? translate(`${texts}.noFile`, { revision: bare.revision })
          : translate(`${texts}.${sizes ? 'otherFile' : 'sameFile'}`, sizes)}
      </Typography>
    </Section>
  )
}
