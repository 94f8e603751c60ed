import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { type RaRecord, useTranslate } from 'react-admin'
import type { Resource } from '~/model/define'
import { TwoLines } from '~/src/admin/form/choice-option'
import { choiceText, type LinkChoice, useLinkChoices } from '~/src/admin/form/use-link-choices'
import { PersonAnswer } from './person-answer'

type Props = { readonly resource: Resource; readonly record: RaRecord }

/** Chooses a person, and tells what that person can do to the record. */
export const CheckPerson = ({ resource, record }: Props) => {
  const translate = useTranslate()
  const [search, setSearch] = useState('')
  const [person, setPerson] = useState<LinkChoice | null>(null)
  const { links, isPending, isStale } = useLinkChoices('users', person ? '' : search)
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <Typography component="h3" variant="subtitle1" sx={{ mb: 1 }}>
        {translate('access.check')}
      </Typography>
      <Autocomplete
        // Enter would choose somebody whom the text does not name.
        options={isStale ? [] : links}
        value={person}
        loading={isPending || isStale}
        onChange={(_event, chosen) => setPerson(chosen)}
        onInputChange={(_event, text) => setSearch(text)}
        getOptionKey={({ ref }) => ref}
        getOptionLabel={choiceText}
        renderOption={({ key, ...option }, choice) => (
          <li key={key} {...option}>
            <TwoLines {...choice} />
          </li>
        )}
        isOptionEqualToValue={(one, other) => one.ref === other.ref}
        // The server has searched, accents included.
        filterOptions={options => options}
        renderInput={input => <TextField {...input} label={translate('access.person')} />}
      />
      {person && <PersonAnswer key={person.ref} resource={resource} record={record} person={person} />}
    </Box>
  )
}
