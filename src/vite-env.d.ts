/// <reference types="vite/client" />

/** Set at build time (vite.config.ts), so that the other backend's code is left out of the bundle. */
declare const __BACKEND__: 'cloud' | 'onpremise'
/** Empty if the panel and its server share an origin. */
declare const __BACKEND_HOST__: string
declare const __BACKEND_PORT__: number
/** The target of the footer's contact link. */
declare const __CONTACT_URL__: string
