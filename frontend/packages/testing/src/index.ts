export { MockApi, type MockRequest, mockApi, problem } from './api'
export { AlwaysIntersecting, isAriaDisabled, renderPage, stubNavigator, TestShell, testSite } from './shell'
