import { useShell } from '@mcwick/shell-contract'
import { Button } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useCopy } from '../use-copy'
import { pageUrl, type SharedPage, shareLinks } from './share-links'
import { texts } from './texts'

/** The file that is shared with the link, where the device can. */
interface SharedFile {
  name: string
  type: 'image/png' | 'video/mp4'
  load: () => Promise<Blob>
}

interface SuccessSheetProps {
  heading: string
  /** Below the heading: the picture, and what is to be said about it. */
  children?: ReactNode
  /** Whether it was published just now, which is celebrated, or before. */
  isNew: boolean
  page: SharedPage
  file: SharedFile
  /** Links to where it can be seen. */
  links: ReactNode
  /** Buttons that save it. */
  tools?: ReactNode
  /** Makes another one of the same. */
  onAgain: () => void
}

/** What follows publishing: the picture, links to it, and ways to send it on, to keep it and to make another. */
export function SuccessSheet(props: SuccessSheetProps) {
  const { heading, children, isNew, page, file, links, tools, onAgain } = props
  const { toast } = useShell()
  const id = useId()
  const section = useRef<HTMLElement>(null)
  // The publish button is done, so the heading takes the focus. That would bring only itself into view, and not the buttons.
  useEffect(() => {
    if (!isNew) return
    section.current?.querySelector('h2')?.focus()
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [isNew])
  const loaded = useRef<Blob>(undefined)
  const sharing = useMutation({
    mutationFn: async () => {
      const isLoaded = loaded.current !== undefined
      loaded.current ??= await file.load()
      await share(page, file, loaded.current).catch((error) => {
        throw error.name === 'NotAllowedError' && !isLoaded ? new LoadedTooLate() : error
      })
    },
    onError: (error) =>
      isCanceled(error) || toast(error instanceof LoadedTooLate ? texts.pressAgain : texts.notShared, 'failure'),
  })
  const copy = useCopy(texts)
  return (
    <section className="mc-success" ref={section} aria-labelledby={id}>
      <div className="mc-success-sparks" data-new={isNew || undefined} aria-hidden="true">
        {Array.from({ length: 10 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they never change
          <i key={index} />
        ))}
      </div>
      <h2 id={id} tabIndex={-1}>
        {heading}
      </h2>
      {children}
      <div className="mc-success-row">{links}</div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset's legend cannot stand in a flex row */}
      <div className="mc-success-row" role="group" aria-label={texts.spread}>
        {canShare(file) && (
          <Button
            kind="primary"
            size="small"
            aria-disabled={sharing.isPending}
            onClick={() => sharing.isPending || sharing.mutate()}
          >
            {sharing.isPending ? texts.sharing : texts.share}
          </Button>
        )}
        {shareLinks(page).map(({ label, href }) => (
          <a key={label} className="mc-button" data-kind="plain" data-size="small" href={href} {...inNewTab}>
            {label}
          </a>
        ))}
        <Button size="small" onClick={() => copy(pageUrl(page))}>
          {texts.copy}
        </Button>
      </div>
      {tools}
      <Button onClick={onAgain}>{texts.again}</Button>
    </section>
  )
}

const inNewTab = { target: '_blank', rel: 'noopener noreferrer' }

/** Whether the device shares files of this type. */
function canShare({ name, type }: SharedFile): boolean {
  return navigator.canShare?.({ files: [new File([], name, { type })] }) ?? false
}

/** Browsers share within seconds of a press only, which loading the file may take longer than. */
class LoadedTooLate extends Error {}

async function share(page: SharedPage, { name, type }: SharedFile, content: Blob) {
  const files = [new File([content], name, { type })]
  await navigator.share({ files, title: page.title, text: page.text, url: pageUrl(page) })
}

/** Whether the visitor closed the device's sheet. */
function isCanceled(error: Error): boolean {
  return error.name === 'AbortError'
}
