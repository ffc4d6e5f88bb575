import { type ItemResource, type Resource, type VendorClient, vendorRecord } from 'checkwright'
import type * as z from 'zod/mini'
import { createQueryCall } from './operations.ts'
import { eachRegion, type Place, type RegionalContext } from './regions.ts'
import { DbCluster, type DbInstance } from './responses.ts'
import { createItemsFinder } from './xml.ts'

/** Permissions for reading databases. */
export const databaseScopes = ['rds:DescribeDBInstances', 'ec2:DescribeRegions']

/** The same for reading their clusters too. */
export const clusterScopes = ['rds:DescribeDBClusters', ...databaseScopes]

/** A database instance in its region, with what its schema reads. */
export type RegionalDatabase<Own> = DbInstance & Own & { readonly region: string }

/** Judges every database instance of RDS, in all regions to check. @param schema of an instance, with what the check reads of it */
export async function judgeEachDatabase<Own>(
  ctx: RegionalContext,
  schema: z.ZodMiniType<DbInstance & Own>,
  judge: (database: RegionalDatabase<Own>, place: Place) => void,
): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    for await (const database of listOfRds(ctx, region, 'DBInstance', schema)) judge({ ...database, region }, place)
  })
}

/** A database, and what is known of those that are in one cluster with it. */
export interface DatabaseInCluster<Own> {
  readonly database: RegionalDatabase<Own>
  /** Itself too, where it is in a cluster. */
  readonly inCluster: readonly (DbInstance & Own)[]
  /** A database of the region cannot be read, and may be one of them. */
  readonly mayBeMore: boolean
  /** Its cluster, as far as AWS lists it. */
  readonly cluster: DbCluster | undefined
}

/** The same with its cluster and the instances of that. One that cannot be read is undecided, and so are those of a cluster that cannot. */
export async function judgeWithCluster<Own>(
  ctx: RegionalContext,
  schema: z.ZodMiniType<DbInstance & Own>,
  judge: (database: DatabaseInCluster<Own>, place: Place) => void,
): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    const listed = await Array.fromAsync(listOfRds(ctx, region, 'DBInstance', vendorRecord(schema, 'DBInstanceArn')))
    const databases = listed.flatMap(({ record }) => record ?? [])
    const odd = listed.filter(({ record }) => record === undefined)
    for (const { id = `${region}/unknown`, unreadable = '' } of odd)
      ctx.undecided({
        resource: { type: 'database', id },
        kind: 'schema_drift',
        because: `A database of ${region} does not have the expected shape (${unreadable}).`,
      })
    const clusters = databases.every(({ cluster }) => cluster === undefined)
      ? []
      : await Array.fromAsync(listOfRds(ctx, region, 'DBCluster', vendorRecord(DbCluster, 'DBClusterArn')))
    const unreadable = clusters.find(({ record }) => record === undefined)?.unreadable
    for (const database of databases) {
      const { name, cluster: of } = database
      const cluster = clusters.find(({ record }) => of !== undefined && record?.name === of)?.record
      if (of !== undefined && cluster === undefined && unreadable !== undefined) {
        const because = `${name} is in the cluster ${of}, which does not have the expected shape (${unreadable}).`
        ctx.undecided({ resource: toDatabaseResource({ ...database, region }), kind: 'schema_drift', because })
        continue
      }
      const inCluster = of === undefined ? [] : databases.filter((each) => each.cluster === of)
      judge({ database: { ...database, region }, inCluster, mayBeMore: odd.length > 0, cluster }, place)
    }
  })
}

/** What both a cluster and an instance outside of clusters have. */
export interface Store {
  readonly name: string
  readonly resource: Resource
  readonly isOn: boolean
  /** A cluster without an instance, which keeps data that nobody can ask. */
  readonly isEmpty: boolean
}

/** A switch of stores, as clusters and instances have it. */
export interface StoreSwitch {
  readonly instance: z.ZodMiniType<DbInstance & { readonly isOn: boolean }>
  readonly cluster: z.ZodMiniType<DbCluster & { readonly isOn: boolean }>
}

/** Judges every cluster of RDS, and every instance that is in none. What an instance says that is in one has no effect. */
export async function judgeEachStore(
  ctx: RegionalContext,
  { instance, cluster: ofCluster }: StoreSwitch,
  judge: (store: Store, place: Place) => void,
): Promise<void> {
  await eachRegion(ctx, async (region, place) => {
    const clusters = new Set<string>()
    for await (const { name, arn, replicaOf, isOn, isEmpty } of listOfRds(ctx, region, 'DBCluster', ofCluster)) {
      clusters.add(name)
      const resource = { type: 'database-cluster', id: arn, name: `${name} (${region})` }
      if (replicaOf === undefined) judge({ name, resource, isOn, isEmpty }, place)
      else ctx.notApplicable({ resource, title: `${name} is a read replica`, evidence: { ...place, replicaOf } })
    }
    for await (const database of listOfRds(ctx, region, 'DBInstance', instance)) {
      const { name, cluster, replicaOf, isOn } = database
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
      else judge({ name, resource, isOn, isEmpty: false }, place)
    }
  })
}

function listOfRds<T>(
  ctx: VendorClient,
  region: string,
  name: 'DBCluster' | 'DBInstance',
  schema: z.ZodMiniType<T>,
): AsyncIterable<T> {
  const { url, ...call } = createQueryCall('rds', region, `Describe${name}s`)
  const items = createItemsFinder(`${name}s`, name)
  const resource: ItemResource = {
    type: name === 'DBCluster' ? 'database-cluster' : 'database',
    id: `${name}Arn`,
    name: (read) => `${read(`${name}Identifier`)} (${region})`,
  }
  return ctx.paginate(url, { ...call, items, schema, resource, next: { cursor: 'Marker', param: 'Marker' } })
}

/** A database as a resource of results. */
export function toDatabaseResource({ arn, name, region }: DbInstance & { readonly region: string }) {
  return { type: 'database', id: arn, name: `${name} (${region})` }
}
