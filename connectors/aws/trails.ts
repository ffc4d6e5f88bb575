import { distinctBy, type VendorClient } from 'checkwright'
import { ask, createJsonCall, homeRegion } from './operations.ts'
import { type Trail, Trails } from './responses.ts'

/** The trails that record the home region: its own, those of all regions, and those of the organization. */
export async function listTrails(ctx: VendorClient): Promise<readonly Trail[]> {
  const call = createJsonCall('cloudtrail', homeRegion, 'DescribeTrails', { includeShadowTrails: true })
  return distinctBy(await ask(ctx, call, Trails), ({ arn }) => arn)
}
