import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { type FormEvent, useState } from 'react'
import { useListPaginationContext, useLocaleState, useTranslate } from 'react-admin'
import { count, inLatinDigits } from '~/src/ui/format'

/** Maximum number of pages for which each has a button. */
const BUTTONS = 5

/** Goes to a page by its number, in lists of many pages; a number beyond the last goes to the last. */
export const GoToPage = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  const { perPage, total = 0, setPage } = useListPaginationContext()
  const [text, setText] = useState('')
  const pages = Math.ceil(total / perPage)
  if (pages <= BUTTONS) return null
  const go = (event: FormEvent) => {
    event.preventDefault()
    if (text) setPage(Math.min(pages, Math.max(1, Number(text))))
    setText('')
  }
  const name = translate('admin.list.goToPage', { pages: count(pages, locale) })
  return (
    <Box component="form" onSubmit={go} sx={{ px: 2, pb: { xs: 1, md: 0 } }}>
      <TextField
        value={text}
        onChange={({ target }) => setText(inLatinDigits(target.value).replace(/\D/g, '').slice(0, 9))}
        placeholder={translate('admin.list.pages', { pages: count(pages, locale) })}
        hiddenLabel
        size="small"
        fullWidth={false}
        margin="none"
        autoComplete="off"
        slotProps={{
          htmlInput: { 'aria-label': name, title: name, inputMode: 'numeric', enterKeyHint: 'go' },
        }}
        sx={{ width: 130, '& input': { py: 0.5, fontSize: '0.8125rem' } }}
      />
    </Box>
  )
}
