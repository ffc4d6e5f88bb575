/** How a resource stands to networks. */
export interface NetworkAccess {
  readonly publicNetworkAccess: string
  readonly defaultAction: string
}

/** Whether nothing from the internet gets in, unless its network was named. */
export function isClosed({ publicNetworkAccess, defaultAction }: NetworkAccess): boolean {
  // Providers differ in the case of these words, and Azure compares them without regard to it.
  const access = publicNetworkAccess.toLowerCase()
  return access === 'disabled' || access === 'securedbyperimeter' || defaultAction.toLowerCase() === 'deny'
}
