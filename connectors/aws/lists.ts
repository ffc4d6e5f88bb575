import type { ItemResource, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { createQueryCall, homeRegion } from './operations.ts'
import { nameInRegion } from './regions.ts'
import { Vpc } from './responses.ts'
import { createItemsFinder } from './xml.ts'

/** All items of a list of EC2 in one region. @param list the element around the items */
export function listOfEc2<T>(
  ctx: VendorClient,
  { region, operation, list, inner, schema, resource }: Ec2ListOptions<T>,
): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('ec2', region, operation, { MaxResults: '1000' })
  const outer = createItemsFinder(list, 'item')
  const items = inner === undefined ? outer : (body: unknown) => outer(body).flatMap(createItemsFinder(inner, 'item'))
  return ctx.paginate(url, { ...call, items, schema, resource, next: { cursor: 'nextToken', param: 'NextToken' } })
}

/** All items of a list of IAM. @param list the element around the items */
export function listOfIam<T>(
  ctx: VendorClient,
  { operation, list, schema, resource, input }: ListOptions<T> & { readonly input?: Readonly<Record<string, string>> },
): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('iam', homeRegion, operation, { MaxItems: '1000', ...input })
  const items = createItemsFinder(list, 'member')
  return ctx.paginate(url, { ...call, items, schema, resource, next: { cursor: 'Marker', param: 'Marker' } })
}

/** Security groups of a region, with the same request for every check, so that it is sent once. */
export function listSecurityGroups<T>(ctx: VendorClient, region: string, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  const resource = nameInRegion('security-group', region, 'groupId', 'groupName')
  return listOfEc2(ctx, { region, operation: 'DescribeSecurityGroups', list: 'securityGroupInfo', schema, resource })
}

/** Networks of a region, with the same request for every check. */
export function listNetworks(ctx: VendorClient, region: string): AsyncIterable<z.output<typeof Vpc>> {
  const resource = nameInRegion('network', region, 'vpcId')
  return listOfEc2(ctx, { region, operation: 'DescribeVpcs', list: 'vpcSet', schema: Vpc, resource })
}

interface ListOptions<T> {
  readonly operation: string
  readonly list: string
  readonly schema: z.ZodMiniType<T>
  /** @default an item that does not fit is thrown at the end of the list */
  readonly resource?: ItemResource
}

interface Ec2ListOptions<T> extends ListOptions<T> {
  readonly region: string
  /** The element around items of an item, where those are what is listed. */
  readonly inner?: string
}
