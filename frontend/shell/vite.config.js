import { host } from '@mcwick/mf-config'
import { defineConfig } from 'vite'

export default defineConfig(host({ name: 'shell' }))
