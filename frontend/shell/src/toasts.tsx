import { Icon } from '@mcwick/ui'
import type { Toast } from './use-shell-value'

/** Messages in passing; the region is always there, so that readers speak what appears in it. */
export function Toasts({ messages }: { messages: Toast[] }) {
  return (
    <div className="toasts" role="status">
      {messages.map(({ id, message }) => (
        <p key={id} className="toast">
          <Icon name="check" />
          {message}
        </p>
      ))}
    </div>
  )
}
