import { defineConfig } from 'orval'

// The typed client comes from the gateway's document; run `npm run generate` after a change of it.
// Streams are left out: EventSource is not fetch, wait-for-job.ts reads them with the generated Job.
export default defineConfig({
  mcwick: {
    input: { target: '../../../gateway/openapi.json', filters: { mode: 'exclude', tags: ['events'] } },
    output: {
      target: 'src/gen/api.ts',
      schemas: 'src/gen/model',
      mode: 'tags-split',
      client: 'fetch',
      httpClient: 'fetch',
      clean: true,
      headers: true,
      urlEncodeParameters: true,
      override: {
        mutator: { path: 'src/shared-fetch.ts', name: 'apiFetch' },
        fetch: { includeHttpResponseReturnType: false },
      },
    },
  },
})
