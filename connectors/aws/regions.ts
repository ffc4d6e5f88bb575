import type { BaseContext, VendorClient } from 'checkwright'
import { ask, createQueryCall, homeRegion } from './operations.ts'
import { CallerIdentity, Regions } from './responses.ts'

/** The part of a context that a check of regions needs. */
export type RegionalContext = BaseContext<unknown, { readonly regions: readonly string[] }>

/** The regions to check: the selected ones, otherwise all that are enabled for the account. */
export async function listRegions(ctx: RegionalContext): Promise<readonly string[]> {
  const { regions } = ctx.variables
  if (regions.length > 0) return regions
  const enabled = await ask(ctx, createQueryCall('ec2', homeRegion, 'DescribeRegions'), Regions)
  if (enabled.length === 0) ctx.cannotTell({ kind: 'incomplete_data', message: 'AWS named no region of the account.' })
  const names = listRegionNames()
  const unknown = enabled.find((region) => !names.includes(region))
  if (unknown !== undefined) {
    const message = `The region ${unknown} is newer than this connector, which sends credentials to regions that it knows. Update Checkwright, or choose the regions to check.`
    ctx.cannotTell({ kind: 'config', message })
  }
  return enabled
}

/** The account, as a resource of results. */
export async function readAccount(ctx: VendorClient): Promise<string> {
  return (await ask(ctx, createQueryCall('sts', homeRegion, 'GetCallerIdentity'), CallerIdentity)).account
}

/** The regions of AWS's commercial partition. https://docs.aws.amazon.com/global-infrastructure/latest/regions/aws-regions.html */
export function listRegionNames(): readonly string[] {
  const numbered = {
    'us-east': 2,
    'us-west': 2,
    'af-south': 1,
    'ap-east': 2,
    'ap-northeast': 3,
    'ap-south': 2,
    'ap-southeast': 7,
    'ca-central': 1,
    'ca-west': 1,
    'eu-central': 2,
    'eu-north': 1,
    'eu-south': 2,
    'eu-west': 3,
    'il-central': 1,
    'me-central': 1,
    'me-south': 1,
    'mx-central': 1,
    'sa-east': 1,
  }
  return Object.entries(numbered).flatMap(([place, count]) =>
    Array.from({ length: count }, (_each, index) => `${place}-${index + 1}`),
  )
}
