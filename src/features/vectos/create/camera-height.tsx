import { useLocaleState, useTranslate } from 'react-admin'
import { vectos } from '~/model/resources/vectos'
import { highestCamera, isCameraHeight, lowestCamera } from '~/model/video/depth-report'
import { labelKey } from '~/src/admin/admin-config'
import { NumberField } from '~/src/admin/form/number-field'
import { validatorsFor } from '~/src/admin/form/validators'
import { writeNumber } from '~/src/ui/format'

const path = 'cameraHeight'

/** The height of an earlier order, in metres; undefined for one that states none. */
export const readHeight = (value: unknown) => (isCameraHeight(value) ? value : undefined)

/** The height of the camera in metres, with what it does: nobody guesses that from its label. */
export const CameraHeightInput = () => {
  const translate = useTranslate()
  const [locale] = useLocaleState()
  return (
    <NumberField
      source={path}
      label={labelKey(vectos.name, path)}
      isWhole={false}
      min={lowestCamera}
      max={highestCamera}
      validate={validatorsFor(vectos.fields[path], false)}
      helperText={translate('resources.vectos.making.cameraHeight', {
        least: writeNumber(lowestCamera, locale),
        most: writeNumber(highestCamera, locale),
      })}
      fullWidth
    />
  )
}
