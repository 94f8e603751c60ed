import NodeIcon from '@mui/icons-material/CircleOutlined'
import DashboardIcon from '@mui/icons-material/DashboardOutlined'
import ProjectIcon from '@mui/icons-material/FolderSpecialOutlined'
import OverlayIcon from '@mui/icons-material/LayersOutlined'
import PresentationIcon from '@mui/icons-material/SlideshowOutlined'
import { useTranslate } from 'react-admin'

const icons: Readonly<Record<string, typeof NodeIcon>> = {
  Project: ProjectIcon,
  Dashboard: DashboardIcon,
  Presentation: PresentationIcon,
  Overlay: OverlayIcon,
}

export const useTypeName = () => {
  const translate = useTranslate()
  return (type: string) => translate(`resources.versions.nodes.${type}`, { _: type })
}

/** What kind of node it is, to see and to hear. */
export const TypeIcon = ({ type }: { type: string }) => {
  const nameOf = useTypeName()
  const Icon = icons[type] ?? NodeIcon
  return <Icon fontSize="small" titleAccess={nameOf(type)} className="type" />
}
