import { useSessionStorage } from '@mcwick/forms'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { scriptJob } from './api/script'
import { speechJob } from './api/speech'
import { videoJob } from './api/video'
import { emptyForm, type FormValues } from './choices'
import { ScriptForm } from './form/script-form'
import { ResultPanel } from './result/result-panel'
import { sampleScript } from './sample-script'
import { texts } from './texts'
import { useStage } from './use-stage'
import { VideoPanel } from './video/video-panel'

/** The page /bictok: script, speech and video. Each stage fails and is retried on its own; a reload resumes all of them. */
export function Generator() {
  const [form, setForm] = useSessionStorage<FormValues>('mcwick.bictok.form', 1, () => emptyForm)
  const [isPromptMissing, setIsPromptMissing] = useState(false)
  const video = useStage({ name: 'video', definition: videoJob, failureTexts: texts.video })
  const speech = useStage({
    name: 'speech',
    definition: speechJob,
    failureTexts: texts.audio,
    onResult: video.prepare,
  })
  const script = useStage({
    name: 'script',
    definition: scriptJob,
    failureTexts: texts.script,
    onResult: () => {
      clearSpeechAndVideo()
      speech.prepare()
    },
  })
  const resultPanel = useRef<HTMLElement>(null)
  const videoPanel = useRef<HTMLElement>(null)
  const formRef = useRef<HTMLFormElement>(null)
  const focusOn = useFocusOn()
  useScrollToResumed(videoPanel, script.isPending || script.result ? resultPanel : undefined)
  const isLocked = speech.isPending || video.isPending
  const showsVideo = video.isPending || video.failure || video.result

  /** Discards what was made of another script. */
  function clearSpeechAndVideo() {
    speech.set()
    video.set()
  }
  const generateScript = (text: string, genre: FormValues['genre']) => {
    setIsPromptMissing(text.trim() === '')
    if (text.trim() === '') return
    script.start({ text, genre })
    focusOn(resultPanel)
  }
  const startWithSample = () => {
    setIsPromptMissing(false)
    setForm(emptyForm)
    script.set({ text: emptyForm.text, genre: emptyForm.genre }, sampleScript)
    clearSpeechAndVideo()
    speech.prepare()
    focusOn(resultPanel)
  }
  const generateVideo = () => {
    if (!speech.result) return
    video.start({ speechId: speech.result.id, category: form.category, pfp: form.pfp })
    focusOn(videoPanel)
  }
  /** Cancels a stage, and moves the focus, because its cancel button is removed. */
  const cancelStage = (stage: { cancel: () => unknown }) => () => {
    stage.cancel()
    focusOn(script.result ? resultPanel : formRef)
  }
  const generateSpeech = () => script.result && speech.start({ text: script.result.text })
  return (
    <div className="bictok">
      <ScriptForm
        ref={formRef}
        form={form}
        onChange={(form) => {
          script.prepare()
          setForm(form)
        }}
        onSubmit={() => generateScript(form.text, form.genre)}
        onSkip={startWithSample}
        generating={script.isPending}
        isLocked={isLocked}
      />
      <div className="bictok-reel">
        <ResultPanel
          ref={resultPanel}
          script={script}
          speech={speech}
          failure={isPromptMissing ? missingPrompt : script.failure}
          isLocked={isLocked}
          hasVideo={Boolean(video.result)}
          onRegenerate={() => generateScript(script.body?.text ?? '', script.body?.genre ?? emptyForm.genre)}
          onGenerateSpeech={generateSpeech}
          onRetrySpeech={() => {
            generateSpeech()
            focusOn(resultPanel)
          }}
          onGenerateVideo={generateVideo}
          onCancelScript={cancelStage(script)}
          onCancelSpeech={cancelStage(speech)}
        />
        {showsVideo && (
          <VideoPanel
            ref={videoPanel}
            video={video}
            onCancel={cancelStage(video)}
            onRetry={script.isPending || speech.isPending ? undefined : generateVideo}
            onAgain={() => focusOn(resultPanel)}
          />
        )}
      </div>
    </div>
  )
}

/** The failure of regenerating a script without a prompt, such as the sample. */
const missingPrompt = {
  message: texts.script.invalid,
  reason: texts.script.invalidHint,
  error: new Error(texts.script.invalid),
}

/** Scrolls to what a reload resumed: on a phone it is below the form, where a visitor who comes back does not see it. */
function useScrollToResumed(...panels: (RefObject<HTMLElement | null> | undefined)[]) {
  const scroll = useEffectEvent(() => {
    const panel = panels.find((panel) => panel?.current)?.current
    if (panel && panel.getBoundingClientRect().top > window.innerHeight / 2) panel.scrollIntoView({ block: 'nearest' })
  })
  // After the render in which the jobs go on.
  const [isResumed, setIsResumed] = useState(false)
  useEffect(() => setIsResumed(true), [])
  useEffect(() => {
    if (isResumed) scroll()
  }, [isResumed])
}

/** Returns a function that focuses an element and scrolls it into view, after the next render. */
function useFocusOn() {
  const [target, setTarget] = useState<{ element: RefObject<HTMLElement | null> }>()
  useEffect(() => {
    target?.element.current?.focus({ preventScroll: true })
    target?.element.current?.scrollIntoView({ block: 'nearest' })
  }, [target])
  return (element: RefObject<HTMLElement | null>) => setTarget({ element }) // a new object, so that the same element can be focused again
}
