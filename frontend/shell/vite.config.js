export { host as default } from '@mcwick/mf-config'
