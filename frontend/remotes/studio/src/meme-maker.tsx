import type { JobArtwork, MemeInput } from '@mcwick/api-client'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { generateMeme } from './api/generate-meme'
import { sentenceOf } from './api/sentence-of'
import { MemeForm } from './form/meme-form'
import { Stage } from './form/stage'
import { ResultStep } from './result/result-step'
import { actions, another, scenes, styles } from './suggestions'
import { texts } from './texts'

/** The page /ai: form, then the picture with its text, then the wall. */
export function MemeMaker() {
  const [meme, setMeme] = useState<MemeInput>(randomMeme)
  const leaving = useLeaving()
  const generation = useMutation<JobArtwork, Error, MemeInput>({
    mutationFn: (wanted) => generateMeme(wanted, leaving()),
  })
  if (generation.data) {
    return <ResultStep key={generation.data.id} artwork={generation.data} meme={meme} onBack={generation.reset} />
  }
  return (
    <div className="studio">
      <Stage generating={generation.isPending} />
      <MemeForm
        meme={meme}
        onChange={setMeme}
        onSubmit={() => generation.mutate(meme)}
        generating={generation.isPending}
        error={generation.error ? sentenceOf(generation.error, texts.failed) : undefined}
      />
    </div>
  )
}

function randomMeme(): MemeInput {
  return { action: another(actions, ''), scene: another(scenes, ''), style: another(styles, '') }
}

/** Gives a signal that fires when the visitor leaves the page; the server finishes the picture all the same. */
function useLeaving(): () => AbortSignal {
  const current = useRef<AbortController>(undefined)
  useEffect(() => () => current.current?.abort(), [])
  return () => {
    current.current = new AbortController()
    return current.current.signal
  }
}
