export {
  branded,
  type ContractVersion,
  contractVersion,
  type GalleryUpdate,
  type RemoteModule,
  type RemoteParts,
  type Shell,
  ShellProvider,
  useShell,
} from './contract'
