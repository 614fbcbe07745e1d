import type { JobScript, JobSpeech } from '@mcwick/api-calls'
import { Badge, CopyButton } from '@mcwick/ui'
import { useQuery } from '@tanstack/react-query'
import { speechQuery } from '../api/speech'
import { texts } from '../texts'
import { SpeechPlayer } from './speech-player'
import { Transcript } from './transcript'
import { useCurrentWord } from './use-current-word'

const { result } = texts

interface ScriptCardProps {
  script: JobScript
  speech: JobSpeech | undefined
}

/** The script and, once generated, its speech. */
export function ScriptCard({ script, speech }: ScriptCardProps) {
  const query = useQuery(speechQuery(speech))
  const [word, audioRef] = useCurrentWord(query.data)
  return (
    <>
      <div className="bictok-facts">
        <Badge>
          <span className="sr-only">{result.durationLabel}: </span>
          <span aria-hidden="true">⏱ </span>
          {result.duration(script.durationSeconds)}
        </Badge>
        <Badge>{result.words(script.wordCount)}</Badge>
        <CopyButton text={script.text} label={result.copy} copied={result.copied} notCopied={result.notCopied} />
      </div>
      <Transcript text={script.text} word={word} />
      {speech && <SpeechPlayer key={speech.id} query={query} audioRef={audioRef} />}
    </>
  )
}
