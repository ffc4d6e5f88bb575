import { onTestFinished } from 'vitest'
import { fakeVendor, fixedClock } from '../../../src/author/testing/index.ts'
import type { ReviewDecision } from '../../../src/crosscheck/reviews/access-review.ts'
import { defineConnector } from '../../../src/define/index.ts'
import type { AccessReviewInput } from '../../../src/things/access-reviews/start-review.ts'
import type { Runtime, RuntimeOptions } from '../../../src/things/runtime/runtime.ts'
import { openRuntimeWith } from '../runtime/world.ts'

/** An account as the vendors of these tests list it: the members of a record, and nothing that the vendor leaves out. */
export interface ListedAccount {
  readonly id: string
  readonly kind?: string
  readonly status?: string
  readonly [member: string]: unknown
}

/** What a vendor lists next, and whether it refuses its second page. */
export interface System {
  accounts: readonly ListedAccount[]
  isCut: boolean
}

export const rita = { userId: 'rita', name: 'Rita Reviewer', email: 'rita@example.com' }
export const ada = { userId: 'ada', name: 'Ada Admin', email: 'ada@example.com' }

export const codeAccounts: readonly ListedAccount[] = [
  { id: 'c-ann', name: 'Ann', email: 'ann@example.com', administrator: true, secondFactor: true, roles: ['owner'] },
  { id: 'c-bob', name: 'Bob', email: 'bob@example.com', administrator: false, secondFactor: false, roles: ['dev'] },
  { id: 'c-rita', name: 'Rita Reviewer', email: 'rita@example.com', administrator: false, roles: ['dev'] },
  { id: 'c-gone', name: 'Gone', email: 'gone@example.com', status: 'deleted', roles: [] },
]
const chatAccounts: readonly ListedAccount[] = [
  { id: 'h-ann', name: 'Ann', email: 'ann@example.com', administrator: false, roles: ['member'] },
  { id: 'h-guy', name: 'Guy', kind: 'guest', email: 'guy@partner.example', administrator: false, roles: ['guest'] },
]

const untold = {
  email: undefined,
  administrator: undefined,
  roles: undefined,
  secondFactor: undefined,
  lastActiveAt: undefined,
}

/** A connector that lists accounts, a page for each two. */
function createSystemConnector(id: 'code' | 'chat', baseUrl: string) {
  const system = defineConnector({
    id,
    name: id === 'code' ? 'Code host' : 'Chat',
    version: '1.0.0',
    baseUrl,
    auth: { type: 'api_key', config: { in: 'header', name: 'X-Key' } },
  })
  const accounts = system.inventory({
    of: 'account',
    tells: ['email', 'administrator', 'roles', 'secondFactor', 'lastActiveAt'],
    covers: ['members', 'guests'],
    async *list(ctx) {
      for await (const account of ctx.paginate<ListedAccount>(`/${id}`, {
        items: 'accounts',
        next: { page: { param: 'page', first: 1 } },
      }))
        yield { ...untold, kind: 'person', status: 'active', ...account } as never
    },
  })
  const seen = system.check({
    id: 'seen',
    title: 'Accounts are seen',
    reads: [{ inventory: accounts }],
    async run(ctx) {
      for await (const account of ctx.inventory(accounts))
        ctx.pass({ resource: { type: 'account', id: account.id }, title: 'Seen', evidence: {} })
    },
  })
  return system.with(accounts, seen)
}

function answer(system: System) {
  return ({ query }: { readonly query: URLSearchParams }) => {
    const page = Number(query.get('page') ?? 1)
    if (system.isCut && page > 1) return { status: 403, json: { error: 'forbidden' } }
    return { json: { accounts: system.accounts.slice(page * 2 - 2, page * 2) } }
  }
}

/** Two systems whose accounts can be changed, and a runtime that has read both. */
export async function openReviewWorld(options: Partial<RuntimeOptions> = {}) {
  const code: System = { accounts: codeAccounts, isCut: false }
  const chat: System = { accounts: chatAccounts, isCut: false }
  const vendor = await fakeVendor({ routes: { 'GET /code': answer(code), 'GET /chat': answer(chat) } })
  onTestFinished(() => vendor.close())
  const clock = fixedClock('2026-05-01T12:00:00Z')
  const connectors = [createSystemConnector('code', vendor.url), createSystemConnector('chat', vendor.url)]
  const { runtime, lines } = await openRuntimeWith({ connectors, clock, ...options })
  for (const { userId: id, name, email } of [ada, rita])
    await runtime.users.put({ organizationId: 'acme', id, name, email })
  const connect = async (connector: string) =>
    (await runtime.connections.create({ connector, organizationId: 'acme', credentials: { api_key: 'review-key-55' } }))
      .id
  const ids = { code: await connect('code'), chat: await connect('chat') }
  const run = async (connectionId: string) => {
    clock.advance(60_000)
    return (await runtime.runs.start({ connectionId })).result
  }
  await run(ids.code)
  await run(ids.chat)
  clock.advance(60_000)
  return { runtime, lines, clock, code, chat, ids, run, connectors }
}

/** Starts a review of both systems, by Rita. */
export function startReview(
  runtime: Runtime,
  ids: { readonly code: string; readonly chat: string },
  more: Partial<AccessReviewInput> = {},
) {
  return runtime.accessReviews.start({
    organizationId: 'acme',
    title: 'Second quarter',
    connectionIds: [ids.code, ids.chat],
    reviewers: [rita],
    dueDay: '2026-05-31',
    by: ada.email,
    ...more,
  })
}

/** Decides about accounts by their ids. */
export async function decide(
  runtime: Runtime,
  id: string,
  accountIds: readonly string[],
  is: ReviewDecision,
  more: {
    readonly judge?: typeof ada
    readonly isAdmin?: boolean
    readonly reason?: string
    readonly change?: string
  } = {},
) {
  const { judge = rita, isAdmin = false, reason = 'Needs it for the work.', change } = more
  const opened = await runtime.accessReviews.open({ id, organizationId: 'acme' })
  const numbers = accountIds.map((each) => opened?.accounts.find(({ record }) => record.id === each)?.number ?? -1)
  const decision = { is, reason, change }
  return runtime.accessReviews.decide({ id, organizationId: 'acme', numbers, decision, judge, isAdmin })
}
