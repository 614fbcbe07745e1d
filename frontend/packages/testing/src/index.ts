export { type Asked, MockApi, mockApi, problem } from './api'
export { isOff, onDevice, openPage, TestShell, testSite } from './shell'
