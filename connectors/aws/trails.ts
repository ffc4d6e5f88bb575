import { distinctBy, type VendorClient } from 'checkwright'
import { ask, createJsonCall, homeRegion } from './operations.ts'
import { type Trail, Trails } from './responses.ts'

export interface FoundTrails {
  readonly trails: readonly Trail[]
  /** Trails that cannot be read, with the reason. */
  readonly odd: readonly { readonly id?: string | undefined; readonly unreadable: string }[]
}

/** The trails that record the home region: its own, those of all regions, and those of the organization. */
export async function fetchTrails(ctx: VendorClient): Promise<FoundTrails> {
  const call = createJsonCall('cloudtrail', homeRegion, 'DescribeTrails', { includeShadowTrails: true })
  const found = await ask(ctx, call, Trails)
  const trails = distinctBy(
    found.flatMap(({ record }) => record ?? []),
    ({ arn }) => arn,
  )
  return { trails, odd: found.flatMap((each) => (each.record ? [] : [each])) }
}
