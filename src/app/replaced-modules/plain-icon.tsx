import SvgIcon, { type SvgIconProps } from '@mui/material/SvgIcon'
import { forwardRef, memo, type ReactNode } from 'react'

const sizes = { inherit: 'Inherit', small: 'Small', medium: 'Medium', large: 'Large' } as const

/** Props that need the theme or another element: these icons use MUI's component. */
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
 * Replaces MUI's factory of icons. Most icons have no styles of their own and inherit the text colour: plain elements
 * with MUI's class names (`base.css`) suffice, instead of seventy styled ones in a list.
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
