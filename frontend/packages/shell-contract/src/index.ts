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
