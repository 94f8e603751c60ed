import Box from '@mui/material/Box'
import { TextArrayInput, type Validator } from 'react-admin'
import { useFormContext } from 'react-hook-form'
import { pasteLines } from './paste-lines'

/** Splits texts into tags at commas, semicolons, tabs and lines; each tag exists once. */
export const readTags = (values: unknown): string[] => {
  const texts = Array.isArray(values) ? values.map(String) : []
  const tags = texts.flatMap(text => text.split(/[,;\t\r\n]+/)).map(tag => tag.trim())
  return [...new Set(tags.filter(tag => tag !== ''))]
}

type Props = {
  readonly common: { source: string; label: string; validate: Validator[]; fullWidth: true }
  readonly disabled: boolean
}

/** Tags, typed one by one or pasted as a list. */
export const TagsInput = ({ common, disabled }: Props) => {
  const { getValues, setValue } = useFormContext()
  const add = (text: string) => {
    const tags = readTags([...readTags(getValues(common.source)), text])
    setValue(common.source, tags, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Box onPaste={event => pasteLines(event, add)}>
      <TextArrayInput {...common} parse={readTags} disabled={disabled} helperText="admin.tagsHelp" />
    </Box>
  )
}
