export { standalone as default } from '@mcwick/mf-config'
