export { MockApi, type MockRequest, mockApi, problem } from './api'
export { isAriaDisabled, renderPage, stubNavigator, TestShell, testSite } from './shell'
