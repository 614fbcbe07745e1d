import { defineConfig } from 'orval'

// Generates the typed API client from gateway/openapi.json; run `npm run generate` after a change of it.
// Event streams are excluded: packages/jobs/src/wait-for-job.ts reads them by apiFetchEvents, with the generated Job.
export default defineConfig({
  mcwick: {
    input: { target: '../../../gateway/openapi.json', filters: { mode: 'exclude', tags: ['events'] } },
    output: {
      target: 'src/gen/api.ts',
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
