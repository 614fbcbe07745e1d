import { type RemoteParts, useShell } from '@mcwick/shell-contract'
import { ErrorBoundary } from '@mcwick/ui'
import { type ComponentProps, type ComponentType, lazy, type ReactNode, Suspense, useMemo } from 'react'
import { prefetchRemote } from './load-remote'

type RemotePartProps<Part extends keyof RemoteParts> = {
  /** The path of the remote's page. */
  path: string
  part: Part
  /** Rendered until the part is loaded. */
  fallback: ReactNode
  /** Rendered when the part fails to load; `fallback` by default. */
  failed?: ReactNode
} & ComponentProps<RemoteParts[Part]>

/** Renders a part of a remote inside the shell's frame. A failed load affects nothing else. */
export function RemotePart<Part extends keyof RemoteParts>({
  path,
  part,
  fallback,
  failed = fallback,
  ...props
}: RemotePartProps<Part>) {
  const { config } = useShell()
  const remote = config.remotes.find((candidate) => candidate.path === path)
  const PartComponent = useMemo(
    () =>
      remote &&
      lazy(async () => {
        const { parts } = await prefetchRemote(remote)
        const component = parts?.[part]
        if (!component) throw new Error(`${remote.name} exports no part ${part}`)
        return { default: component as ComponentType<object> }
      }),
    [remote, part],
  )
  if (!remote || !PartComponent) return failed
  return (
    <ErrorBoundary fallback={failed}>
      <Suspense fallback={fallback}>
        <div data-mfe={remote.name} className="remote-part">
          <PartComponent {...props} />
        </div>
      </Suspense>
    </ErrorBoundary>
  )
}
