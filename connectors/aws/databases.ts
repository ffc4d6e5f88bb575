import { createQueryCall } from './operations.ts'
import { listRegions, type RegionalContext } from './regions.ts'
import { DbInstance } from './responses.ts'
import { createItemsFinder } from './xml.ts'

/** Permissions for reading databases. */
export const databaseScopes = ['rds:DescribeDBInstances', 'ec2:DescribeRegions']

/** Judges every database instance of RDS, in all regions to check. */
export async function judgeEachDatabase(
  ctx: RegionalContext,
  judge: (database: DbInstance & { readonly region: string }) => void,
): Promise<void> {
  await ctx.each(await listRegions(ctx), async (region) => {
    const { url, ...call } = createQueryCall('rds', region, 'DescribeDBInstances')
    const databases = ctx.paginate(url, {
      ...call,
      items: createItemsFinder('DBInstances', 'DBInstance'),
      schema: DbInstance,
      next: { cursor: 'Marker', param: 'Marker' },
    })
    for await (const database of databases) judge({ ...database, region })
  })
}

/** A database as a resource of results. */
export function toDatabaseResource({ arn, name, region }: DbInstance & { readonly region: string }) {
  return { type: 'database', id: arn, name: `${name} (${region})` }
}
