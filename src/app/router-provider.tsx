import { forwardRef, useCallback } from 'react'
import {
  type RouterLinkProps,
  type RouterNavigateFunction,
  type RouterNavigateProps,
  type RouterProvider,
  reactRouterProvider,
} from 'react-admin'
import { productTo } from './product-paths'

const router = reactRouterProvider

const Link = forwardRef<HTMLAnchorElement, RouterLinkProps>(({ to, ...rest }, ref) => (
  <router.Link {...rest} ref={ref} to={productTo(to)} />
))
Link.displayName = 'ProductLink'

const Navigate = ({ to, ...rest }: RouterNavigateProps) => <router.Navigate {...rest} to={productTo(to)} />

const useNavigate = (): RouterNavigateFunction => {
  const navigate = router.useNavigate()
  return useCallback((to, options) => navigate(productTo(to), options), [navigate])
}

/** react-admin's router, with the product's paths instead of react-admin's own. */
export const routerProvider: RouterProvider = { ...router, Link, Navigate, useNavigate }
