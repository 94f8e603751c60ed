import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** As Vite builds any react-admin app. */
export default defineConfig({ root: import.meta.dirname, plugins: [react()], logLevel: 'warn' })
