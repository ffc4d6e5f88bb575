import type { BaseContext, VendorClient } from 'checkwright'
import { listPages } from '../_google/list-pages.ts'
import { Bucket, Policy, SqlInstance } from './responses.ts'

/** What the checks of one project ask with. */
export interface ProjectClient extends VendorClient {
  readonly credentials: { readonly project_id: string }
}

/** Who may do what in the project. Version 3 is the one that shows conditions. */
export function fetchProjectPolicy(ctx: ProjectClient): Promise<Policy> {
  return ctx.post(`/v3/projects/${ctx.credentials.project_id}:getIamPolicy`, {
    reads: true,
    retry: true,
    body: { options: { requestedPolicyVersion: 3 } },
    schema: Policy,
  })
}

/** The buckets of Cloud Storage, in the same words for every check, so that the list is fetched once. */
export function listBuckets(ctx: ProjectClient): AsyncIterable<Bucket> {
  return ctx.paginate('https://storage.googleapis.com/storage/v1/b', {
    query: { project: ctx.credentials.project_id, projection: 'noAcl' },
    schema: Bucket,
    ...listPages('items', { has: ['kind'] }),
  })
}

/** The instances of Cloud SQL. Those that Google only stands in for, elsewhere, are among them. */
export function listSqlInstances(ctx: ProjectClient): AsyncIterable<SqlInstance> {
  return ctx.paginate(`https://sqladmin.googleapis.com/v1/projects/${ctx.credentials.project_id}/instances`, {
    schema: SqlInstance,
    // It says its kind on some pages and not on others.
    ...listPages('items', { mayHave: ['kind'] }),
  })
}

/** The project as a result names it. */
export function toProjectResource({ credentials }: ProjectClient) {
  return { type: 'project', id: credentials.project_id }
}

/** A bucket as a result names it; names of buckets are unique in all of Google Cloud. */
export function toBucketResource({ name }: Bucket) {
  return { type: 'bucket', id: name, name }
}

/** An instance of Cloud SQL as a result names it. */
export function toInstanceResource({ credentials }: ProjectClient, { name }: SqlInstance) {
  return { type: 'sql-instance', id: `${credentials.project_id}/${name}`, name }
}

/** What an instance that Google runs has set; ends the check where Google does not say it. */
export function demandSaid<T>(ctx: Pick<BaseContext, 'cannotTell'>, value: T | undefined, what: string): T {
  return value ?? ctx.cannotTell({ kind: 'schema_drift', message: `Google's answer has no ${what}.` })
}

/** Whether a member of a policy is everybody in the world, signed in to Google or not. */
export function isEverybody(member: string): boolean {
  return member === 'allUsers' || member === 'allAuthenticatedUsers'
}
