import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'

type Props = {
  readonly anchor: HTMLElement
  readonly choices: readonly { readonly path: string; readonly name: string }[]
  readonly onChoose: (path: string) => void
  readonly onClose: () => void
}

/** The filters of a list that are not in use. */
export const FilterMenu = ({ anchor, choices, onChoose, onClose }: Props) => (
  // The input of the chosen filter gets the focus.
  <Menu open anchorEl={anchor} onClose={onClose} disableRestoreFocus>
    {choices.map(({ path, name }) => (
      <MenuItem key={path} onClick={() => onChoose(path)}>
        {name}
      </MenuItem>
    ))}
  </Menu>
)
