import { coversInternet } from 'checkwright'

/** The network rules of a resource. */
export interface NetworkAccess {
  readonly publicNetworkAccess: string
  readonly defaultAction: string
  /** Ranges of addresses that are allowed whatever the default is. */
  readonly ranges: readonly string[]
}

/** Whether all internet addresses are blocked, except named networks. */
export function isClosed({ publicNetworkAccess, defaultAction, ranges }: NetworkAccess): boolean {
  // Providers write these words in different cases, and Azure ignores case.
  const access = publicNetworkAccess.toLowerCase()
  if (access === 'disabled' || access === 'securedbyperimeter') return true
  // The schema takes ranges alone, so this is never unknown.
  return defaultAction.toLowerCase() === 'deny' && coversInternet(ranges) === false
}
