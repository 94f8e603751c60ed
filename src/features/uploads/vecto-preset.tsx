import FormControlLabel from '@mui/material/FormControlLabel'
import MenuItem from '@mui/material/MenuItem'
import Stack from '@mui/material/Stack'
import Switch from '@mui/material/Switch'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useStore, useStoreContext, useTranslate } from 'react-admin'
import { vectos } from '~/model/resources/vectos'
import type { VectoOrder } from '~/model/vecto-order'
import { useOffer } from '~/src/admin/admin-config'

/** Stored for the session only: a forgotten switch must not spend minutes. */
const key = 'uploads.vecto'

/** Can 3D videos be ordered with 360° videos? */
export const useMayOrder = () => useOffer('processing')

const useVectoPreset = () => useStore<VectoOrder | null>(key, null)

/** Reads the preset when a record is created, which may be long after its file was chosen. */
export const useReadPreset = () => {
  const store = useStoreContext()
  const may = useMayOrder()
  return () => (may ? store.getItem<VectoOrder | null>(key) : null) ?? undefined
}

const first: VectoOrder = { mode: 'accurate.video', offsetStart: 0 }
/** Seconds from the beginning; 0: the whole video. */
const parts = [0, 10, 30, 60]

type Props = { readonly order: VectoOrder; readonly onChange: (order: VectoOrder) => void }

const Settings = ({ order, onChange }: Props) => {
  const translate = useTranslate()
  const { offsetEnd, ...rest } = order
  return (
    <Stack direction="row" sx={{ gap: 1, mt: 0.5 }}>
      <TextField
        select
        size="small"
        fullWidth
        label={translate('resources.vectos.fields.mode')}
        value={order.mode}
        onChange={({ target }) => onChange({ ...order, mode: target.value })}
      >
        {vectos.fields.mode.options.map(mode => (
          <MenuItem key={mode} value={mode}>
            {translate(`resources.vectos.choices.mode.${mode}`)}
          </MenuItem>
        ))}
      </TextField>
      <TextField
        select
        size="small"
        fullWidth
        label={translate('uploads.preset.part')}
        value={offsetEnd ?? 0}
        onChange={({ target }) => {
          const seconds = Number(target.value)
          onChange(seconds > 0 ? { ...rest, offsetEnd: seconds } : rest)
        }}
      >
        {parts.map(seconds => (
          <MenuItem key={seconds} value={seconds}>
            {translate(seconds > 0 ? 'uploads.preset.first' : 'uploads.preset.whole', { seconds })}
          </MenuItem>
        ))}
      </TextField>
    </Stack>
  )
}

/** Whether a 3D video is made of each uploaded 360° video, and how; applies to those that are not created yet. */
export const VectoPreset = () => {
  const translate = useTranslate()
  const [order, setOrder] = useVectoPreset()
  return (
    <>
      <FormControlLabel
        control={<Switch checked={Boolean(order)} onChange={(_event, on) => setOrder(on ? first : null)} />}
        label={translate('uploads.preset.make')}
        slotProps={{ typography: { variant: 'body2' } }}
      />
      {order && <Settings order={order} onChange={setOrder} />}
      {order && (
        <Typography variant="caption" component="p" sx={{ mt: 0.5, color: 'text.secondary' }}>
          {translate('uploads.preset.cost')}
        </Typography>
      )}
    </>
  )
}
