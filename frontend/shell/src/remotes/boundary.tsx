import { Component, type ReactNode } from 'react'

interface BoundaryProps {
  fallback: ReactNode
  children: ReactNode
}

/** Shows the fallback when anything below it fails; the reason goes to the console, never to the visitor. */
export class Boundary extends Component<BoundaryProps, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch(error: Error) {
    console.warn('part of the page failed', error)
  }

  override render() {
    return this.state.failed ? this.props.fallback : this.props.children
  }
}
