import { type RemoteParts, useShell } from '@mcwick/shell-contract'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { Boundary } from './boundary'
import { prefetchRemote } from './load-remote'

type RemotePartProps<Part extends keyof RemoteParts> = {
  /** The page of the remote that draws it. */
  of: string
  part: Part
  /** Stands there until the part comes. */
  fallback: ReactNode
  /** Stands there when it does not come; the fallback, when there is nothing to say. */
  failed?: ReactNode
} & ComponentProps<RemoteParts[Part]>

/** A part of a remote inside the shell's frame. The house stands without it. */
export function RemotePart<Part extends keyof RemoteParts>({
  of,
  part,
  fallback,
  failed = fallback,
  ...props
}: RemotePartProps<Part>) {
  const { config } = useShell()
  const remote = config.remotes.find(({ path }) => path === of)
  const Drawn = useMemo(
    () =>
      remote &&
      lazy(async () => {
        const { parts } = await prefetchRemote(remote)
        const drawn = parts?.[part]
        if (!drawn) throw new Error(`${remote.name} draws no ${part}`)
        return { default: drawn as ComponentType<object> }
      }),
    [remote, part],
  )
  if (!remote || !Drawn) return failed
  return (
    <Boundary fallback={failed}>
      <Suspense fallback={fallback}>
        <div data-mfe={remote.name} className="remote-part">
          <Drawn {...props} />
        </div>
      </Suspense>
    </Boundary>
  )
}
