import type { DestinationVendor } from './destination-vendor.ts'
import { drata } from './drata.ts'
import { vanta } from './vanta.ts'

/** Every vendor that lists can be pushed to. */
export const destinationVendors = { vanta, drata } as const satisfies Readonly<Record<string, DestinationVendor>>

export type DestinationVendorId = keyof typeof destinationVendors

export const destinationVendorIds = Object.keys(destinationVendors) as readonly DestinationVendorId[]
