import ArrowBackIcon from '@mui/icons-material/ArrowBack'
import IconButton from '@mui/material/IconButton'
import Tooltip from '@mui/material/Tooltip'
import { useTranslate } from 'react-admin'
import { useLocation, useNavigate } from 'react-router'
import { pathTo } from './paths'

/** Goes back to the previous page, or to the list if the page was opened by a link. */
export const BackButton = ({ resource, id }: { resource: string; id?: unknown }) => {
  const translate = useTranslate()
  const navigate = useNavigate()
  const cameFrom = useLocation().key !== 'default'
  const label = translate('ra.action.back')
  return (
    <Tooltip title={label}>
      <IconButton
        aria-label={label}
        edge="start"
        onClick={() => (cameFrom ? navigate(-1) : navigate(pathTo(resource, 'list', id) ?? '/'))}
      >
        <ArrowBackIcon />
      </IconButton>
    </Tooltip>
  )
}
