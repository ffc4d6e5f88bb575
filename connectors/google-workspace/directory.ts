import type { BaseContext, PaginateOptions, VendorClient } from 'checkwright'
import { listAtOnce, listPages } from '../_google/list-pages.ts'
import { Group, Token, type User } from './responses.ts'

const beside = { has: ['kind'], mayHave: ['etag'] }

/** How the Directory API pages the list called `name`: each page has its kind. */
function listDirectory(name: string) {
  return listPages(name, beside)
}

/** What a person has is no list of pages. */
export const ofPerson = listAtOnce('items', beside)

type Schema<T> = PaginateOptions<T>['schema']

/** All people of the account, with the same request for every check and list, so that it is sent once. */
export function listUsers<T>(ctx: VendorClient, schema: Schema<T>): AsyncIterable<T> {
  return ctx.paginate('/admin/directory/v1/users', {
    query: { customer: 'my_customer', maxResults: 500, projection: 'basic' },
    schema,
    resource: { type: 'user', id: 'id', name: 'primaryEmail' },
    ...listDirectory('users'),
  })
}

/** The applications that a person has given access. */
export function listTokens(ctx: VendorClient, userId: string): AsyncIterable<Token> {
  const path = `/admin/directory/v1/users/${encodeURIComponent(userId)}/tokens`
  return ctx.paginate(path, { schema: Token, ...ofPerson })
}

/** All mobile devices, with the same request for the check and the list. */
export function listMobileDevices<T>(ctx: VendorClient, schema: Schema<T>): AsyncIterable<T> {
  return ctx.paginate('/admin/directory/v1/customer/my_customer/devices/mobile', {
    query: { maxResults: 100, projection: 'FULL' },
    schema,
    resource: { type: 'device', id: 'resourceId', name: 'model' },
    ...listDirectory('mobiledevices'),
  })
}

/** All managed ChromeOS devices, with the same request for the checks and the list. */
export function listChromeDevices<T>(ctx: VendorClient, schema: Schema<T>): AsyncIterable<T> {
  return ctx.paginate('/admin/directory/v1/customer/my_customer/devices/chromeos', {
    // BASIC leaves out the version and the last synchronization.
    query: { maxResults: 200, projection: 'FULL' },
    schema,
    resource: { type: 'device', id: 'deviceId', name: 'model' },
    ...listDirectory('chromeosdevices'),
  })
}

/** Hands on every group with its settings, which have a host of their own. */
export function judgeGroups<T>(
  ctx: Pick<BaseContext, 'each' | 'get' | 'paginate'>,
  schema: Schema<T>,
  judge: (resource: { readonly type: 'group'; readonly id: string; readonly name: string }, settings: T) => void,
): Promise<void> {
  const groups = ctx.paginate('/admin/directory/v1/groups', {
    query: { customer: 'my_customer', maxResults: 200 },
    schema: Group,
    resource: { type: 'group', id: 'id', name: 'email' },
    ...listDirectory('groups'),
  })
  const toResource = ({ id, email: name }: Group) => ({ type: 'group', id, name }) as const
  const judgeGroup = async (group: Group) => {
    const path = `https://www.googleapis.com/groups/v1/groups/${encodeURIComponent(group.email)}`
    judge(toResource(group), await ctx.get(path, { query: { alt: 'json' }, schema }))
  }
  return ctx.each(groups, judgeGroup, { resource: toResource })
}

// The reasons why a mobile device has no access to the account.
const shut = /^(?:blocked|pending|(?:account_)?wip(?:ing|ed)|remote_wip(?:e|ing|ed)|unprovisioned|deprovisioned)$/i

/** Whether a mobile device is kept from the account, or does not belong to it any more. */
export function isShut(status: unknown): boolean {
  return typeof status === 'string' && shut.test(status)
}

/** Whether a mobile device has access to the account. One of a status that nobody knows is neither admitted nor shut. */
export function isAdmitted(status: unknown): boolean {
  return typeof status === 'string' && /^approved$/i.test(status)
}

/** Why an account is not judged; undefined if somebody can sign in with it. */
export function findExemption({ suspended, archived, primaryEmail }: User) {
  if (suspended) return { title: `${primaryEmail} is suspended`, evidence: { suspended } }
  if (archived) return { title: `${primaryEmail} is archived`, evidence: { archived } }
  return undefined
}
