import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { forwardRef, memo, type ReactNode } from 'react'

const sizes = { inherit: 'Inherit', small: 'Small', medium: 'Medium', large: 'Large' } as const

/** What needs the theme, or another element: MUI's own icon does it. */
const themed = [
  'sx',
  'color',
  'htmlColor',
  'classes',
  'component',
  'viewBox',
  'inheritViewBox',
  'titleAccess',
] as const

/**
 * Replaces what MUI's icons are made with. Most are shown as they are, in the colour of the text around them: plain elements
 * with MUI's class names (`base.css`) do, where a list had seventy styled ones.
 */
const createSvgIcon = (path: ReactNode) => {
  const Icon = forwardRef<SVGSVGElement, SvgIconProps>((props, ref) => {
    if (themed.some(name => props[name] !== undefined))
      return (
        <SvgIcon ref={ref} {...props}>
          {path}
        </SvgIcon>
      )
    const { fontSize = 'medium', className = '', ...rest } = props
    const classes = `MuiSvgIcon-root MuiSvgIcon-fontSize${sizes[fontSize as keyof typeof sizes]}`
    return (
      <svg
        ref={ref}
        viewBox="0 0 24 24"
        focusable="false"
        aria-hidden
        {...rest}
        className={className ? `${classes} ${className}` : classes}
      >
        {path}
      </svg>
    )
  })
  return memo(Object.assign(Icon, { muiName: 'SvgIcon' }))
}

export default createSvgIcon
