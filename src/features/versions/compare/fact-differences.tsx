import Chip from '@mui/material/Chip'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { type RaRecord, useLocaleState, useTranslate } from 'react-admin'
import type { Link } from '~/model/fields'
import { fileSize } from '~/src/ui/format'
import { Section } from '~/src/ui/section'
import { accessChanges, fileChange } from './version-facts'

type Pair = { readonly before: RaRecord; readonly after: RaRecord }

const texts = 'resources.versions.compare'

const People = ({ title, people }: { title: string; people: readonly Link[] }) =>
  people.length === 0 ? null : (
    <>
      <Typography variant="body2" component="h3" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {title}
      </Typography>
      <Stack direction="row" useFlexGap sx={{ gap: 0.5, flexWrap: 'wrap', mb: 1.5 }}>
        {people.map(({ ref, label }) => (
          <Chip key={ref} size="small" label={label || ref} />
        ))}
      </Stack>
    </>
  )

/** Who is on the list of the later version and not of the earlier, and the other way round. */
export const AccessDifference = ({ before, after }: Pair) => {
  const translate = useTranslate()
  const { added, removed } = accessChanges(before, after)
  return (
    <Section title={translate('resources.versions.fields.accessList')}>
      {added.length + removed.length === 0 && <Typography>{translate(`${texts}.sameAccess`)}</Typography>}
      <People title={translate(`${texts}.gained`)} people={added} />
      <People title={translate(`${texts}.lost`)} people={removed} />
    </Section>
  )
}

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
