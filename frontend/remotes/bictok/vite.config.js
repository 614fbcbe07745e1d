import { remote } from '@mcwick/mf-config'
import { defineConfig } from 'vite'

export default defineConfig(({ command }) => remote({ name: 'bictok', command }))
