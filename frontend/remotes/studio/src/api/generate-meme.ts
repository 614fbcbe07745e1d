import {
  createJob,
  type JobArtwork,
  JobState,
  type MemeInput,
  newIntent,
  userAction,
  waitForJob,
} from '@mcwick/api-client'
import { texts } from '../texts'

const createOnce = newIntent()

/** Asks for a picture and waits until it is there. Fails with a sentence that may be shown. */
export function generateMeme(meme: MemeInput, signal: AbortSignal): Promise<JobArtwork> {
  return userAction('make a meme', async (span) => {
    const accepted = await createOnce({ meme }, (body, headers) => createJob(body, headers, { span, signal }))
    const job = await waitForJob(accepted.id, { span, signal })
    if (job.state !== JobState.JOB_STATE_SUCCEEDED || !job.artwork) throw new Error(job.error?.message || texts.failed)
    return job.artwork
  })
}
