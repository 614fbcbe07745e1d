// Every call of the public interface, and the values of its enums. Whoever imports this takes along what they use, so that the first page does
// not carry the calls of the others.
export * from './gen'
export * from './gen/model'
