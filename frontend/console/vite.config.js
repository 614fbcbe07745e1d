import { standalone } from '@mcwick/mf-config'
import { defineConfig } from 'vite'

export default defineConfig(standalone({ name: 'console', port: 5190 }))
