import type { BaseContext, VendorClient } from 'checkwright'
import { ask, createQueryCall, homeRegion } from './operations.ts'
import { CallerIdentity, Regions } from './responses.ts'

/** What a check of regions has. */
export type RegionalContext = BaseContext<unknown, { readonly regions: readonly string[] }>

/** The regions to check: those that were chosen, else all that are enabled for the account. */
export async function listRegions(ctx: RegionalContext): Promise<readonly string[]> {
  const { regions } = ctx.variables
  if (regions.length > 0) return regions
  const enabled = await ask(ctx, createQueryCall('ec2', homeRegion, 'DescribeRegions'), Regions)
  if (enabled.length === 0) ctx.cannotTell({ kind: 'incomplete_data', message: 'AWS named no region of the account.' })
  return enabled
}

/** The account that is asked, as results name it. */
export async function readAccount(ctx: VendorClient): Promise<string> {
  return (await ask(ctx, createQueryCall('sts', homeRegion, 'GetCallerIdentity'), CallerIdentity)).account
}
