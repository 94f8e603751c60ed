import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { maxValue, minValue, required, useTranslate } from 'react-admin'
import { lensSettings } from '~/model/video/insv-pair'
import { NumberField } from '~/src/admin/form/number-field'

const LensInputs = ({ lens }: { lens: 'front' | 'back' }) => {
  const translate = useTranslate()
  return (
    <Box component="fieldset" sx={{ border: 0, p: 0, m: 0, mb: 1, minWidth: 0 }}>
      <Typography component="legend" variant="body2" sx={{ color: 'text.secondary', mb: 0.5 }}>
        {translate(`resources.videos.lens.${lens}`)}
      </Typography>
      <Box sx={{ display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fit, minmax(128px, 1fr))' }}>
        {Object.entries(lensSettings).map(([name, { usual, least, most }]) => (
          <NumberField
            key={name}
            source={`lenses.${lens}.${name}`}
            label={`resources.videos.lens.${name}`}
            defaultValue={usual}
            isWhole={false}
            min={least}
            max={most}
            validate={[required('validation.required'), minValue(least), maxValue(most)]}
          />
        ))}
      </Box>
    </Box>
  )
}

/** Settings of the camera's lenses; collapsed, as the defaults mostly apply. Sent only if it was opened. */
export const LensesInput = () => {
  const translate = useTranslate()
  const [opened, setOpened] = useState(false)
  return (
    <Box
      component="details"
      onToggle={event => event.currentTarget.open && setOpened(true)}
      sx={{ mb: 1, '& summary': { cursor: 'pointer', py: 1.25, borderRadius: 1 } }}
    >
      <Typography component="summary" variant="body2" sx={{ fontWeight: 600 }}>
        {translate('resources.videos.fields.lenses')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {translate('resources.videos.lens.help')}
      </Typography>
      {opened && (
        <>
          <LensInputs lens="front" />
          <LensInputs lens="back" />
        </>
      )}
    </Box>
  )
}
