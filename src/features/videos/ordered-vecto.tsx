import Typography from '@mui/material/Typography'
import { useRecordContext, useTranslate } from 'react-admin'
import type { PanelVideo } from '~/model/record-of'
import { readOrder } from '~/model/vecto-order'
import { duration } from '~/src/ui/format'

/** The 3D video that is made once the 360° video is ready, or why it was not. */
export const OrderedVecto = () => {
  const translate = useTranslate()
  const order = readOrder(useRecordContext<PanelVideo>()?.autoVecto)
  if (!order) return null
  const { mode, offsetStart, offsetEnd, problem } = order
  const key = 'resources.videos.order'
  const values = {
    mode: translate(`resources.vectos.choices.mode.${mode}`),
    from: duration(offsetStart),
    to: offsetEnd === undefined ? translate(`${key}.end`) : duration(offsetEnd),
  }
  return (
    <Typography variant="body2" sx={{ color: problem ? 'error.main' : 'text.primary' }}>
      {translate(problem ? `${key}.problems.${problem}` : `${key}.waiting`, values)}
    </Typography>
  )
}
