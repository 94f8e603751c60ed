import Alert from '@mui/material/Alert'
import AlertTitle from '@mui/material/AlertTitle'
import Link from '@mui/material/Link'
import { useEffect, useRef } from 'react'
import { useTranslate } from 'react-admin'
import { useFormContext, useFormState } from 'react-hook-form'
import { labelKey } from '~/src/admin/admin-config'

const pathsOf = (errors: object, prefix = ''): string[] =>
  Object.entries(errors).flatMap(([key, error]: [string, unknown]) => {
    if (typeof error !== 'object' || error === null || key === 'root') return []
    return 'type' in error ? [prefix + key] : pathsOf(error, `${prefix}${key}.`)
  })

/** The invalid fields by label, each linked to its input. Takes the focus when saving fails. */
export const ErrorSummary = ({ resource, order }: { resource: string; order: readonly string[] }) => {
  const translate = useTranslate()
  const { setFocus } = useFormContext()
  const { errors, submitCount } = useFormState()
  const place = useRef<HTMLDivElement>(null)
  const wrong = pathsOf(errors).sort((one, other) => order.indexOf(one) - order.indexOf(other))
  const count = wrong.length
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new submit moves the focus.
  useEffect(() => {
    if (submitCount > 0 && count > 0) place.current?.focus()
  }, [submitCount])
  if (submitCount === 0 || count === 0) return null
  return (
    <Alert severity="error" role="alert" ref={place} tabIndex={-1} sx={{ mb: 2 }}>
      <AlertTitle sx={{ fontSize: 'inherit' }}>{translate('errors.fieldsToCorrect')}</AlertTitle>
      {wrong.map((path, index) => (
        <span key={path}>
          {index > 0 && ', '}
          <Link component="button" type="button" color="inherit" onClick={() => setFocus(path)}>
            {translate(labelKey(resource, path))}
          </Link>
        </span>
      ))}
    </Alert>
  )
}
