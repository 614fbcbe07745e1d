export { remote as default } from '@mcwick/mf-config'
