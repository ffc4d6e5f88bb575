import type { VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { createQueryCall, homeRegion } from './operations.ts'
import { createItemsFinder } from './xml.ts'

/** All items of a list of EC2 in one region. @param list the element around the items */
export function listOfEc2<T>(
  ctx: VendorClient,
  { region, operation, list, schema }: ListOptions<T> & { readonly region: string },
): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('ec2', region, operation, { MaxResults: '1000' })
  const items = createItemsFinder(list, 'item')
  return ctx.paginate(url, { ...call, items, schema, next: { cursor: 'nextToken', param: 'NextToken' } })
}

/** All items of a list of IAM. @param list the element around the items */
export function listOfIam<T>(
  ctx: VendorClient,
  { operation, list, schema, input }: ListOptions<T> & { readonly input?: Readonly<Record<string, string>> },
): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('iam', homeRegion, operation, { MaxItems: '1000', ...input })
  const items = createItemsFinder(list, 'member')
  return ctx.paginate(url, { ...call, items, schema, next: { cursor: 'Marker', param: 'Marker' } })
}

/** Security groups of a region, with the same request for every check, so that it is sent once. */
export function listSecurityGroups<T>(ctx: VendorClient, region: string, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return listOfEc2(ctx, { region, operation: 'DescribeSecurityGroups', list: 'securityGroupInfo', schema })
}

interface ListOptions<T> {
  readonly operation: string
  readonly list: string
  readonly schema: z.ZodMiniType<T>
}
