import { isInternet, measureReach } from '../_network/ranges.ts'

/** How a resource stands to networks. */
export interface NetworkAccess {
  readonly publicNetworkAccess: string
  readonly defaultAction: string
  /** Ranges of addresses that are let in whatever the default is. */
  readonly ranges: readonly string[]
}

/** Whether nothing from the internet gets in, unless its network was named. */
export function isClosed({ publicNetworkAccess, defaultAction, ranges }: NetworkAccess): boolean {
  // Providers differ in the case of these words, and Azure compares them without regard to it.
  const access = publicNetworkAccess.toLowerCase()
  if (access === 'disabled' || access === 'securedbyperimeter') return true
  return defaultAction.toLowerCase() === 'deny' && !isInternet(ranges)
}

/** Whether a rule names an address, or a range of them. */
export function isRange(text: string): boolean {
  return measureReach([text]).unreadable.length === 0
}
