import Box from '@mui/material/Box'
import FormHelperText from '@mui/material/FormHelperText'
import Tab from '@mui/material/Tab'
import Tabs from '@mui/material/Tabs'
import Typography from '@mui/material/Typography'
import { RichTextInput } from 'ra-input-rich-text'
import { useEffect, useId, useMemo, useState } from 'react'
import { isRequired, useTranslate, ValidationError } from 'react-admin'
import { useFormContext, useFormState, useWatch } from 'react-hook-form'
import { isEmpty } from '~/model/access'
import type { Toolbar } from '~/model/fields'
import { type Language, languages } from '~/model/languages'
import { asObject } from '~/model/objects'
import type { KindInputProps } from '~/src/admin/admin-config'
import { editorOptions, RichToolbar } from './rich-toolbars'

const LIST = /mso-list:\s*\S+\s+level(\d+)/i

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Word's mark before an item, such as `·`, `o`, `1.` or `a)`. */
const markOf = (item: Element) =>
  [...item.querySelectorAll('[style]')].find(each => /mso-list:\s*ignore/i.test(styleOf(each)))

const isNumbered = (mark: string) => /^\s*\(?(\d+|[a-z]|[ivxlc]+)[.)]/i.test(mark)

type Open = { readonly list: Element; readonly level: number }

/** Word writes list items as paragraphs whose style holds their level. */
const makeLists = (page: Document) => {
  let open: Open[] = []
  let before: Element | null = null
  for (const item of page.querySelectorAll('p, h1, h2, h3, h4, h5, h6')) {
    const level = Number(LIST.exec(styleOf(item))?.[1] ?? 0)
    if (level === 0) continue
    const mark = markOf(item)
    const kind = isNumbered(mark?.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    // Another paragraph in between ends the lists.
    if (item.previousElementSibling !== before || before === null) open = []
    open = open.filter(each => each.level < level || (each.level === level && each.list.localName === kind))
    let last = open.at(-1)
    if (!last || last.level < level) {
      const list = page.createElement(kind)
      const parent = last?.list.lastElementChild
      if (parent) parent.append(list)
      else item.before(list)
      last = { list, level }
      open = [...open, last]
    }
    const entry = page.createElement('li')
    entry.append(...item.childNodes)
    last.list.append(entry)
    item.remove()
    before = open[0]?.list ?? null
  }
}

/** Texts cannot contain tables: a row becomes a line with its cells in order. */
const makeLines = (page: Document) => {
  for (const table of page.querySelectorAll('table')) {
    const lines = [...table.querySelectorAll('tr')].map(row => {
      const line = page.createElement('p')
      const cells = [...row.querySelectorAll('td, th')].map(cell =>
        cell.textContent?.trim().replace(/\s+/g, ' '),
      )
      line.textContent = cells.join(' | ')
      return line
    })
    table.replaceWith(...lines)
  }
}

/** Converts Word's lists and tables, and tables of any source, to markup that the panel's texts support. */
export const readablePaste = (html: string): string => {
  if (!/mso-list|<table/i.test(html)) return html
  const page = new DOMParser().parseFromString(html, 'text/html')
  makeLists(page)
  makeLines(page)
  return page.body.innerHTML
}

type Props = {
  readonly source: string
  readonly label: string
  readonly toolbar: Toolbar
  readonly required?: boolean
}

/** Marks the languages that have a text; the accessible names of their tabs state it too. */
const Dot = ({ filled }: { filled: boolean }) => (
  <Box
    component="span"
    aria-hidden
    sx={{
      width: 6,
      height: 6,
      borderRadius: 3,
      ml: 1,
      bgcolor: filled ? 'success.main' : 'divider',
      '@media (forced-colors: active)': {
        forcedColorAdjust: 'none',
        bgcolor: filled ? 'CanvasText' : 'GrayText',
      },
    }}
  />
)

/** Minimum heights of the editor in pixels; its maximum is relative to the screen. */
const heights: Readonly<Record<Toolbar, number>> = { minimal: 40, medium: 180, full: 140 }

const styles = (toolbar: Toolbar) => ({
  '& .RaLabeled-label': { display: 'none' },
  '& .RaRichTextInput-editorContent .ProseMirror': {
    minHeight: heights[toolbar],
    maxHeight: '60vh',
    overflow: 'auto',
    outline: 'none',
    bgcolor: 'background.paper',
    '&:hover': { bgcolor: 'background.paper', borderColor: 'text.primary' },
    '&:focus': { bgcolor: 'background.paper', borderColor: 'primary.main', boxShadow: 1 },
    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -1 },
    // The minimum height of a click target.
    '& a': { color: 'primary.main', py: '2px' },
  },
})

const Pane = ({
  source,
  toolbar,
  name,
  lang,
  required = false,
}: Omit<Props, 'label'> & { name: string; lang: Language }) => {
  const options = useMemo(
    () => ({
      ...editorOptions[toolbar],
      editorProps: {
        transformPastedHTML: readablePaste,
        attributes: {
          ...{ role: 'textbox', 'aria-multiline': 'true', 'aria-label': name, lang },
          ...(required && { 'aria-required': 'true' }),
        },
      },
    }),
    [toolbar, name, lang, required],
  )
  return (
    <RichTextInput
      source={`${source}.${lang}`}
      label={false}
      editorOptions={options}
      toolbar={<RichToolbar toolbar={toolbar} />}
      helperText={false}
      fullWidth
      sx={styles(toolbar)}
    />
  )
}

/**
 * The server's error for the text. The panes are the form's inputs and the text itself is not one, so nothing
 * else would clear the error: the next change of any field of the form clears it.
 */
const useRefusal = (source: string): string | undefined => {
  const { watch, clearErrors } = useFormContext()
  const { errors } = useFormState({ name: source })
  const message = errors[source]?.message
  useEffect(() => {
    if (!message) return undefined
    const following = watch(() => clearErrors(source))
    return () => following.unsubscribe()
  }, [message, watch, clearErrors, source])
  return typeof message === 'string' ? message : undefined
}

/** Rich text, one pane per language (specification §2). */
export const RichInput = ({ common: { source, label, validate }, field }: KindInputProps) => {
  const translate = useTranslate()
  const id = useId()
  const refusal = useRefusal(source)
  const toolbar = field.toolbar ?? 'minimal'
  const required = isRequired(validate)
  const [lang, setLang] = useState<Language>(languages[0])
  const texts = asObject(useWatch({ name: source }))
  const name = translate(label)
  const tabName = (each: Language) => {
    const language = translate(`languages.${each}`)
    return isEmpty(texts[each]) ? language : `${language}, ${translate('admin.rich.filled')}`
  }
  return (
    <Box role="group" aria-label={name} data-rich={source} sx={{ mb: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {name}
        {required && <span aria-hidden> *</span>}
      </Typography>
      <Tabs
        value={lang}
        onChange={(_, next: Language) => setLang(next)}
        aria-label={name}
        sx={{ minHeight: 40, mb: 1 }}
      >
        {languages.map(each => (
          <Tab
            key={each}
            value={each}
            id={`${id}${each}`}
            aria-controls={`${id}pane`}
            data-lang={each}
            aria-label={tabName(each)}
            sx={{ minHeight: 40 }}
            iconPosition="end"
            icon={<Dot filled={!isEmpty(texts[each])} />}
            label={translate(`languages.${each}`)}
          />
        ))}
      </Tabs>
      <Box role="tabpanel" id={`${id}pane`} aria-labelledby={`${id}${lang}`}>
        <Pane
          key={lang}
          source={source}
          toolbar={toolbar}
          lang={lang}
          required={required}
          name={`${name} (${translate(`languages.${lang}`)})`}
        />
      </Box>
      {refusal && (
        <FormHelperText error>
          <ValidationError error={refusal} />
        </FormHelperText>
      )}
    </Box>
  )
}
