// Of packages that come without types.

declare module '@adobe/structured-data-validator' {
  export default class Validator {
    constructor(vocabulary: object)
    validate(
      extracted: import('@marbec/web-auto-extractor').Extracted,
    ): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING'; errorType?: string }[]>
  }
}

declare module '@marbec/web-auto-extractor' {
  export interface Extracted {
    jsonld: Record<string, { '@location': string; '@type': string }[]>
  }
  export default class WebAutoExtractor {
    constructor(options: { addLocation?: boolean })
    parse(html: string): Extracted
  }
}
