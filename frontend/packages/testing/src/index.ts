export { isOff, onDevice, openPage, TestShell, testSite } from './shell'
