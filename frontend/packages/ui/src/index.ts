export { Button, ButtonLink, type ButtonProps, IconButton } from './components/button'
export { CopyButton } from './components/copy-button'
export { ErrorPanel } from './components/error-panel'
export { Icon, type IconName, iconNames } from './components/icon'
export { Link } from './components/link'
export { MadeBy, type Maker, makerOf } from './components/made-by'
export { artUrl, type DrawingName, drawings, type FriendName, Mascot, type MascotPose } from './components/mascot'
export { Modal } from './components/modal'
export { Picture, type PictureProps } from './components/picture'
export { Badge, EmptyState, Spinner } from './components/status'
export { Wordmark } from './components/wordmark'
export {
  branded,
  type ContractVersion,
  contractVersion,
  type RemoteModule,
  type RemoteParts,
  type Shell,
  ShellProvider,
  useShell,
} from './contract'
export { keepText, keptText } from './kept-text'
export { type StoredUser, storedUser, storeUser, useStoredUser } from './stored-user'
export { useFailure } from './use-failure'
