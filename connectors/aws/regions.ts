import type { BaseContext, FailInput, ItemResource, Option, Resource, VendorClient } from 'checkwright'
import { ask, createQueryCall, homeRegion } from './operations.ts'
import { CallerIdentity, Regions } from './responses.ts'

/** The part of a context that a check of regions needs. */
export type RegionalContext = BaseContext<unknown, { readonly regions: readonly string[] }>

/** A region as evidence names it: with those of the account that nobody asked, where somebody chose some of them. */
export interface Place {
  readonly region: string
  readonly regionsLeftOut?: readonly string[]
}

/**
 * What a control demands of a check of regions: that nobody chose some of them. What is not looked at may be as open as an
 * attacker likes.
 */
export const everyRegion = { regions: { empty: true } } as const

/** How something is called that is only known within its region. */
export function nameInRegion(type: string, region: string, id: string, name = id): ItemResource {
  return { type, id: (read) => `${region}/${read(id)}`, name: (read) => `${read(name)} (${region})` }
}

function toRegionResource(region: string): Resource {
  return { type: 'region', id: region, name: region }
}

/**
 * Looks at each region to check: the selected ones, otherwise all that are enabled for the account. A region that AWS refuses to
 * show is undecided by itself.
 */
export async function eachRegion(
  ctx: RegionalContext,
  look: (region: string, place: Place) => Promise<void>,
  toResource = toRegionResource,
): Promise<void> {
  const { regions: chosen } = ctx.variables
  const enabled = await fetchEnabledRegions(ctx)
  if (enabled.length === 0) ctx.cannotTell({ kind: 'incomplete_data', message: 'AWS named no region of the account.' })
  const asked = chosen.length > 0 ? [...new Set(chosen)] : enabled
  const strange = asked.find((region) => !enabled.includes(region))
  if (strange !== undefined) {
    const message = `The variable "regions" has ${strange}, which is not enabled for the account. Choose among ${enabled.join(', ')}.`
    ctx.cannotTell({ kind: 'config', message })
  }
  const names = listRegionNames()
  for (const region of asked.filter((each) => !names.includes(each)))
    ctx.undecided({
      resource: toResource(region),
      kind: 'config',
      because: `The region ${region} is newer than this connector, which sends credentials to regions that it knows. Update Checkwright, or choose the regions to check.`,
    })
  const leftOut = enabled.filter((region) => !asked.includes(region))
  const scope = leftOut.length > 0 ? { regionsLeftOut: leftOut } : {}
  await ctx.each(
    asked.filter((region) => names.includes(region)),
    (region) => look(region, { region, ...scope }),
    { resource: toResource },
  )
}

/** What was found out about something in a region, with what to do in its console if it is not good: "open EC2 → …". */
export interface RegionalVerdict extends Omit<FailInput, 'remediation' | 'evidence'> {
  readonly isGood: boolean
  readonly remedy: string
  readonly evidence: Readonly<Record<string, unknown>>
}

/** Reports it: good passes, and everything else fails. */
export function reportInRegion(ctx: RegionalContext, place: Place, verdict: RegionalVerdict): void {
  const { isGood, remedy, evidence, ...result } = verdict
  const found = { ...result, evidence: { ...place, ...evidence } }
  if (isGood) ctx.pass(found)
  else ctx.fail({ ...found, remediation: `Choose the region ${place.region} in the console, and ${remedy}` })
}

/** Judges one setting of the account in each region to check. */
export async function judgeEachRegion(
  ctx: RegionalContext,
  judge: (region: string) => Promise<Omit<RegionalVerdict, 'resource'>>,
): Promise<void> {
  const account = await readAccount(ctx)
  const toResource = (region: string) => ({ type: 'region', id: `${account}/${region}`, name: region })
  const look = async (region: string, place: Place) =>
    reportInRegion(ctx, place, { resource: toResource(region), ...(await judge(region)) })
  await eachRegion(ctx, look, toResource)
}

/** What a person can choose: the regions that AWS has enabled for the account, as far as this connector knows them. */
export async function listRegionChoices(ctx: VendorClient): Promise<readonly Option[]> {
  const names = listRegionNames()
  const enabled = await fetchEnabledRegions(ctx)
  return enabled.filter((region) => names.includes(region)).map((region) => ({ value: region, label: region }))
}

/** Each once, because a region that is asked twice is reported twice. */
async function fetchEnabledRegions(ctx: VendorClient): Promise<readonly string[]> {
  return [...new Set(await ask(ctx, createQueryCall('ec2', homeRegion, 'DescribeRegions'), Regions))]
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
