import { durationFromMs } from '@bufbuild/protobuf/wkt'
import { BlockKind } from '../../gen/moderation/v1/policy_pb'

export const blocksKey = ['blocks']
const hourMs = 3_600_000

/** The kinds of subjects that can be blocked, by their names in addresses. */
export const blockKinds = [
  { kind: BlockKind.DEVICE, name: 'device', label: 'Device' },
  { kind: BlockKind.LANE, name: 'lane', label: 'Network' },
  { kind: BlockKind.ACCOUNT, name: 'account', label: 'Account' },
  { kind: BlockKind.HANDLE, name: 'handle', label: 'X handle' },
  { kind: BlockKind.RANGE, name: 'range', label: 'Range of addresses' },
] as const

/** For how long a block lasts. */
export const durations = [
  { hours: 1, label: 'an hour' },
  { hours: 24, label: 'a day' },
  { hours: 7 * 24, label: 'a week' },
  { hours: 30 * 24, label: '30 days' },
] as const

export const durationOf = (hours: number) => durationFromMs(hours * hourMs)
