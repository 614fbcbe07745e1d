import { branded, useShell } from '@mcwick/shell-contract'
import { Button, ErrorPanel } from '@mcwick/ui'
import { useMutation } from '@tanstack/react-query'
import { type DragEvent, type ReactNode, useEffectEvent, useRef, useState } from 'react'
import { type Remix, readFile } from './source'
import { texts } from './texts'

interface OpenPictureProps {
  onOpen: (remix: Remix) => void
  /** Ignores files, while a picture is drawn. */
  isDisabled: boolean
  /** Gets the button, and what to say about the last file. */
  children: (button: ReactNode) => ReactNode
}

/** An area that takes a picture that was saved from here, dropped or chosen by a button, and reads its recipe. */
export function OpenPicture({ onOpen, isDisabled, children }: OpenPictureProps) {
  const { config, toast } = useShell()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const { mutate, error, isPending } = useMutation({ mutationFn: readFile })
  const openRemix = useEffectEvent((remix: Remix) => {
    if (isDisabled) return
    toast(texts.opened)
    onOpen(remix)
  })
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) mutate(file, { onSuccess: (remix) => openRemix(remix) }) // not once the visitor has left this page
  }
  const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same by keyboard
    <div
      className="studio-drop"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault() // also while disabled: the browser would leave the page for the file
        setIsOver(!isDisabled)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!hasFiles(event)) return
        event.preventDefault()
        if (!isDisabled) take(event.dataTransfer.files)
      }}
    >
      {children(
        <div className="studio-open">
          {error && <ErrorPanel>{error.message}</ErrorPanel>}
          <input
            ref={input}
            type="file"
            accept="image/png"
            hidden
            onChange={({ target }) => {
              take(target.files)
              target.value = '' // so that the same file can be chosen again
            }}
          />
          <Button size="small" aria-disabled={isPending} onClick={() => isPending || input.current?.click()}>
            {branded(texts.open, config)}
          </Button>
        </div>,
      )}
    </div>
  )
}
