import { github } from './github.ts'
import { jira } from './jira.ts'
import { linear } from './linear.ts'
import type { TrackerVendor } from './tracker-vendor.ts'

/** Every tracker that issues can go to. */
export const trackerVendors = { linear, jira, github } as const satisfies Readonly<Record<string, TrackerVendor>>

export type TrackerVendorId = keyof typeof trackerVendors

export const trackerVendorIds = Object.keys(trackerVendors) as readonly TrackerVendorId[]
