// Every call of the public API, and the values of its enums. It is built into each remote, tree-shaken, so that the first
// page does not load the calls of the remotes.
export * from './gen'
export * from './gen/api.schemas'
