import { type ReportSharedVideoBody, reportSharedVideo } from '@mcwick/api-calls'
import { userAction } from '@mcwick/api-client'

/** Reports a shared video to the operators. */
export function reportVideo(id: string, report: ReportSharedVideoBody): Promise<unknown> {
  return userAction('report video', (span) => reportSharedVideo(id, report, { span }))
}
