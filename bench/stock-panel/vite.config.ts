import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** Vite's default build of a react-admin app. */
export default defineConfig({ root: import.meta.dirname, plugins: [react()], logLevel: 'warn' })
