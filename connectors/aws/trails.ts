import { type BaseContext, distinctBy, type VendorClient, vendorRecord } from 'checkwright'
import { ask, createJsonCall, homeRegion } from './operations.ts'
import { ListedTrail, type Trail, Trails } from './responses.ts'

export interface FoundTrails {
  readonly trails: readonly Trail[]
  /** Trails that cannot be read, with the reason. */
  readonly odd: readonly { readonly id?: string | undefined; readonly unreadable: string }[]
}

/** Every trail of the account, and those of the organization that record it. */
export async function fetchAllTrails(ctx: BaseContext): Promise<FoundTrails> {
  const { trails, odd } = await fetchTrails(ctx)
  const { url, ...call } = createJsonCall('cloudtrail', homeRegion, 'ListTrails')
  const listed = ctx.paginate(url, {
    ...call,
    items: 'Trails',
    schema: vendorRecord(ListedTrail, 'TrailARN'),
    next: { cursor: 'NextToken', param: 'NextToken' },
  })
  const found = new Set([...trails.map(({ arn }) => arn), ...odd.map(({ id }) => id)])
  const elsewhere: FoundTrails[] = []
  // Trails that record one other region.
  await ctx.each(
    listed,
    async (each) => {
      if (found.has(each.record?.TrailARN ?? each.id)) return
      if (!each.record) elsewhere.push({ trails: [], odd: [each] })
      else elsewhere.push(await describeTrails(ctx, each.record.HomeRegion, { trailNameList: [each.record.TrailARN] }))
    },
    { resource: ({ id = 'unknown', record }) => ({ type: 'trail', id: record?.TrailARN ?? id, name: record?.Name }) },
  )
  return {
    trails: [...trails, ...elsewhere.flatMap((each) => each.trails)],
    odd: [...odd, ...elsewhere.flatMap((each) => each.odd)],
  }
}

/** The trails that record the home region: its own, those of all regions, and those of the organization. */
export function fetchTrails(ctx: VendorClient): Promise<FoundTrails> {
  return describeTrails(ctx, homeRegion, { includeShadowTrails: true })
}

async function describeTrails(
  ctx: VendorClient,
  region: string,
  input: Readonly<Record<string, unknown>>,
): Promise<FoundTrails> {
  const call = createJsonCall('cloudtrail', region, 'DescribeTrails', input)
  const found = await ask(ctx, call, Trails)
  const trails = distinctBy(
    found.flatMap(({ record }) => record ?? []),
    ({ arn }) => arn,
  )
  return { trails, odd: found.flatMap((each) => (each.record ? [] : [each])) }
}
