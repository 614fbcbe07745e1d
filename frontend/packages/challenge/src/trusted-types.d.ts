/** What this front end uses of the Trusted Types API, which TypeScript's own library does not describe. */
interface TrustedTypePolicyRules {
  createHTML?: (text: string) => string
  createScriptURL?: (url: string) => string
}

/** The values are objects, but the sinks that take them are declared to take strings. */
type TrustedTypePolicy<Rules> = { [Rule in keyof Rules]: (text: string) => string }

interface Window {
  /** Undefined in browsers without it, where the page works without its protection. */
  trustedTypes?: {
    createPolicy<Rules extends TrustedTypePolicyRules>(name: string, rules: Rules): TrustedTypePolicy<Rules>
  }
}
