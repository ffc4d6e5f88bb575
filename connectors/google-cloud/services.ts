import { type BaseContext, parseTime, type VendorClient } from 'checkwright'
import type * as z from 'zod/mini'
import { listPages } from '../_google/list-pages.ts'
import { type Bucket, Policy, SqlInstance } from './responses.ts'

/** The requests of the checks of one project. */
export interface ProjectClient extends VendorClient {
  readonly credentials: { readonly project_id: string }
}

/** The roles of people and programs in the project. Version 3 is the one that shows conditions. */
export async function fetchProjectPolicy(ctx: ProjectClient & Pick<BaseContext, 'now'>): Promise<Policy> {
  const { grants, ...policy } = await fetchPolicyAs(ctx, Policy)
  return { ...policy, grants: grants.filter((grant) => isInForce(ctx, grant)) }
}

/** The policy of the project, with the same request for every check. */
export function fetchPolicyAs<T>(ctx: ProjectClient, schema: z.ZodMiniType<T>): Promise<T> {
  return ctx.post(`/v3/projects/${ctx.credentials.project_id}:getIamPolicy`, {
    reads: true,
    retry: true,
    body: { options: { requestedPolicyVersion: 3 } },
    schema,
  })
}

/** Whether the time of a grant is not over. */
export function isInForce({ now }: Pick<BaseContext, 'now'>, { endsAt }: Policy['grants'][number]): boolean {
  return endsAt === undefined || parseTime(endsAt) > now.getTime()
}

/** Ends a check that has found nothing more in a policy of which a binding cannot be read. */
export function demandWholePolicy(ctx: Pick<BaseContext, 'cannotTell'>, { unreadable: [first] }: Policy): void {
  if (first === undefined) return
  const message = `A binding of the project's policy does not have the expected shape (${first}).`
  ctx.cannotTell({ kind: 'schema_drift', message })
}

/** The buckets of Cloud Storage, with the same request for every check, so that the list is fetched once. */
export function listBucketsAs<T>(ctx: ProjectClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate('https://storage.googleapis.com/storage/v1/b', {
    query: { project: ctx.credentials.project_id, projection: 'noAcl' },
    schema,
    resource: { type: 'bucket', id: 'name', name: 'name' },
    ...listPages('items', { has: ['kind'], mayHave: ['unreachable'] }),
  })
}

/** The instances of Cloud SQL, as most checks read them. */
export function listSqlInstances(ctx: ProjectClient): AsyncIterable<SqlInstance> {
  return listSqlInstancesAs(ctx, SqlInstance)
}

/** The instances, with the same request for every check. They include external ones that Google only represents. */
export function listSqlInstancesAs<T>(ctx: ProjectClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate(`https://sqladmin.googleapis.com/v1/projects/${ctx.credentials.project_id}/instances`, {
    schema,
    resource: { type: 'sql-instance', id: (read) => `${ctx.credentials.project_id}/${read('name')}`, name: 'name' },
    // Some pages have the kind and others do not.
    ...listPages('items', { mayHave: ['kind', 'warnings'] }),
  })
}

/** The service accounts of the project, with the same requests for checks and inventories. */
export function listServiceAccounts<T>(ctx: ProjectClient, schema: z.ZodMiniType<T>): AsyncIterable<T> {
  return ctx.paginate(toAccountsUrl(ctx), {
    query: { pageSize: 100 },
    schema,
    resource: { type: 'service-account', id: 'email', name: 'email' },
    ...listPages('accounts'),
  })
}

/** The keys that somebody made for a service account; Google renews its own. The list has no pages. */
export function fetchAccountKeys<T>(ctx: ProjectClient, email: string, schema: z.ZodMiniType<T>): Promise<T> {
  return ctx.get(`${toAccountsUrl(ctx)}/${encodeURIComponent(email)}/keys`, {
    query: { keyTypes: 'USER_MANAGED' },
    schema,
  })
}

function toAccountsUrl({ credentials }: ProjectClient): string {
  return `https://iam.googleapis.com/v1/projects/${credentials.project_id}/serviceAccounts`
}

/** The id of a key, which is the last part of its name. */
export function readKeyId(name: string): string {
  return name.split('/').at(-1) ?? name
}

/** The project as a resource of results. */
export function toProjectResource({ credentials }: ProjectClient) {
  return { type: 'project', id: credentials.project_id }
}

/** A bucket as a resource of results; names of buckets are unique in all of Google Cloud. */
export function toBucketResource({ name }: Pick<Bucket, 'name'>) {
  return { type: 'bucket', id: name, name }
}

/** An instance of Cloud SQL as a resource of results. */
export function toInstanceResource({ credentials }: ProjectClient, { name }: Pick<SqlInstance, 'name'>) {
  return { type: 'sql-instance', id: `${credentials.project_id}/${name}`, name }
}

/** The settings of an instance that Google runs; ends the check if Google does not send them. */
export function demandSaid<T>(ctx: Pick<BaseContext, 'cannotTell'>, value: T | undefined, what: string): T {
  return value ?? ctx.cannotTell({ kind: 'schema_drift', message: `Google's answer has no ${what}.` })
}

/** Whether a member of a policy means everybody in the world, signed in to Google or not. */
export function isEverybody(member: string): boolean {
  return member === 'allUsers' || member === 'allAuthenticatedUsers'
}
