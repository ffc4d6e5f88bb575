import type { Resource, VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { createQueryCall } from './operations.ts'
import { eachRegion, type Place, type RegionalContext } from './regions.ts'
import { DbCluster, DbInstance } from './responses.ts'
import { createItemsFinder } from './xml.ts'

/** Permissions for reading databases. */
export const databaseScopes = ['rds:DescribeDBInstances', 'ec2:DescribeRegions']

/** The same for reading their clusters too. */
export const clusterScopes = ['rds:DescribeDBClusters', ...databaseScopes]

/** Judges every database instance of RDS, in all regions to check. */
export async function judgeEachDatabase(
  ctx: RegionalContext,
  judge: (database: DbInstance & { readonly region: string }, place: Place) => void,
): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    for await (const database of listOfRds(ctx, region, 'DBInstance', DbInstance)) judge({ ...database, region }, place)
  })
}

/** What both a cluster and an instance outside of clusters have. */
export interface Store extends Pick<DbCluster, 'name' | 'deletionProtected' | 'inZones'> {
  readonly resource: Resource
}

/** Judges every cluster of RDS, and every instance that is in none. What an instance says that is in one has no effect. */
export async function judgeEachStore(ctx: RegionalContext, judge: (store: Store, place: Place) => void): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    const clusters = new Set<string>()
    for await (const cluster of listOfRds(ctx, region, 'DBCluster', DbCluster)) {
      clusters.add(cluster.name)
      const resource = { type: 'database-cluster', id: cluster.arn, name: `${cluster.name} (${region})` }
      judge({ ...cluster, resource }, place)
    }
    for await (const database of listOfRds(ctx, region, 'DBInstance', DbInstance)) {
      const { name, cluster, replicaOf } = database
      const resource = toDatabaseResource({ ...database, region })
      const evidence = { ...place, cluster, replicaOf }
      if (cluster !== undefined && !clusters.has(cluster))
        ctx.manual({
          resource,
          title: `${name} is in the cluster ${cluster}, which AWS does not list`,
          description: `Open RDS → Databases in ${region}, and look whether ${cluster} is set up as this check demands.`,
          evidence,
        })
      else if (cluster !== undefined)
        ctx.notApplicable({ resource, title: `${name} is in the cluster ${cluster}`, evidence })
      else if (replicaOf !== undefined) ctx.notApplicable({ resource, title: `${name} is a read replica`, evidence })
      else judge({ ...database, resource }, place)
    }
  })
}

function listOfRds<T>(ctx: VendorClient, region: string, name: string, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('rds', region, `Describe${name}s`)
  const items = createItemsFinder(`${name}s`, name)
  return ctx.paginate(url, { ...call, items, schema, next: { cursor: 'Marker', param: 'Marker' } })
}

/** A database as a resource of results. */
export function toDatabaseResource({ arn, name, region }: DbInstance & { readonly region: string }) {
  return { type: 'database', id: arn, name: `${name} (${region})` }
}
