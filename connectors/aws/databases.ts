import { createQueryCall } from './operations.ts'
import { eachRegion, type Place, type RegionalContext } from './regions.ts'
import { DbInstance } from './responses.ts'
import { createItemsFinder } from './xml.ts'

/** Permissions for reading databases. */
export const databaseScopes = ['rds:DescribeDBInstances', 'ec2:DescribeRegions']

/** Judges every database instance of RDS, in all regions to check. */
export async function judgeEachDatabase(
  ctx: RegionalContext,
  judge: (database: DbInstance & { readonly region: string }, place: Place) => void,
): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    const { url, ...call } = createQueryCall('rds', region, 'DescribeDBInstances')
    const databases = ctx.paginate(url, {
      ...call,
      items: createItemsFinder('DBInstances', 'DBInstance'),
      schema: DbInstance,
      next: { cursor: 'Marker', param: 'Marker' },
    })
    for await (const database of databases) judge({ ...database, region }, place)
  })
}

/** A database as a resource of results. */
export function toDatabaseResource({ arn, name, region }: DbInstance & { readonly region: string }) {
  return { type: 'database', id: arn, name: `${name} (${region})` }
}
