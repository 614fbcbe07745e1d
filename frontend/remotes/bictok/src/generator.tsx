import { useSessionStorage } from '@mcwick/jobs'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { scriptOrder } from './api/script'
import { speechOrder } from './api/speech'
import { videoOrder } from './api/video'
import { blank, type Form } from './choices'
import { ScriptForm } from './form/script-form'
import { ResultPanel } from './result/result-panel'
import { sample } from './story'
import { texts } from './texts'
import { useStage } from './use-stage'
import { VideoPanel } from './video/video-panel'

/** The page /bictok: a script, its voice, its video. Each stage fails and is repeated alone; a reload goes on where it was. */
export function Generator() {
  const [form, setForm] = useSessionStorage<Form>('mcwick.bictok.form', 1, () => blank)
  const [isRefused, setIsRefused] = useState(false)
  const video = useStage({ name: 'video', order: videoOrder, words: texts.video })
  const speech = useStage({ name: 'speech', order: speechOrder, words: texts.audio })
  const script = useStage({ name: 'script', order: scriptOrder, words: texts.script, onResult: letGo })
  const result = useRef<HTMLElement>(null)
  const screen = useRef<HTMLElement>(null)
  const desk = useRef<HTMLFormElement>(null)
  const lookAt = useLookAt()
  const rolling = speech.isPending || video.isPending
  const isScreened = video.isPending || video.failure || video.result

  /** What was made of another script. */
  function letGo() {
    speech.set()
    video.set()
  }
  const write = (text: string, genre: Form['genre']) => {
    setIsRefused(text.trim() === '')
    if (text.trim() === '') return
    script.start({ text, genre })
    lookAt(result)
  }
  const skip = () => {
    setIsRefused(false)
    setForm(blank)
    script.set({ text: blank.text, genre: blank.genre }, sample)
    letGo()
    lookAt(result)
  }
  const film = () => {
    if (!speech.result) return
    video.start({ speechId: speech.result.id, category: form.category, pfp: form.pfp })
    lookAt(screen)
  }
  /** Takes something back, and leads readers from the button, which goes with it, to what is left. */
  const takeBack = (stage: { cancel: () => unknown }) => () => {
    stage.cancel()
    lookAt(script.result ? result : desk)
  }
  const tell = () => script.result && speech.start({ text: script.result.text })
  return (
    <div className="bictok">
      <ScriptForm
        desk={desk}
        form={form}
        onChange={setForm}
        onSubmit={() => write(form.text, form.genre)}
        onSkip={skip}
        generating={script.isPending}
        rolling={rolling}
      />
      <div className="bictok-reel">
        <ResultPanel
          panel={result}
          script={script}
          speech={speech}
          failure={isRefused ? refusal : script.failure}
          rolling={rolling}
          filmed={Boolean(video.result)}
          onAgain={() => write(script.body?.text ?? '', script.body?.genre ?? blank.genre)}
          onAudio={tell}
          onAudioAgain={() => {
            tell()
            lookAt(result)
          }}
          onVideo={film}
          onCancelScript={takeBack(script)}
          onCancelAudio={takeBack(speech)}
        />
        {isScreened && (
          <VideoPanel panel={screen} {...video} video={video.result} onCancel={takeBack(video)} onRetry={film} />
        )}
      </div>
    </div>
  )
}

/** A story without a prompt cannot be written anew. */
const refusal = {
  message: texts.script.invalid,
  reason: texts.script.invalidHint,
  error: new Error(texts.script.invalid),
}

/** Brings a part of the page into view, and readers to it, once what was just asked for stands there. */
function useLookAt() {
  const [place, setPlace] = useState<{ part: RefObject<HTMLElement | null> }>()
  useEffect(() => {
    place?.part.current?.focus({ preventScroll: true })
    place?.part.current?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (part: RefObject<HTMLElement | null>) => setPlace({ part }) // a new one each time: it may be looked at again
}
