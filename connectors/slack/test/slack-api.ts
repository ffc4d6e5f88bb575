import { type Answer, type FakeVendor, fakeVendor, paginated } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { inventoryReader } from '../../../test/connectors/run-inventory.ts'
import { slack } from '../index.ts'

export const credentials = { access_token: 'xoxp-sample-slack-token' }

/** What a run of these tests begins with. */
export const runOptions = { credentials, now: '2026-06-30T12:00:00.000Z' }

/** The content of the workspace. Left out: empty, and no single sign-on. */
export interface SlackState {
  readonly members?: readonly object[]
  readonly channels?: readonly object[]
  readonly logins?: readonly object[]
  readonly billing?: Readonly<Record<string, { readonly billing_active: boolean }>>
  readonly ssoType?: string
  readonly enterpriseId?: string
  readonly pageSize?: number
}

/** Slack's Web API for one workspace, on loopback. */
export function startSlackApi(state: SlackState): Promise<FakeVendor> {
  const { members = [], channels = [], logins = [], billing = {}, ssoType, enterpriseId, pageSize = 200 } = state
  const pages = { style: 'cursor', pageSize, cursor: 'response_metadata.next_cursor', end: 'empty' } as const
  return fakeVendor({
    auth: { type: 'bearer', token: credentials.access_token },
    routes: {
      'GET /api/users.list': paginated(members, { ...pages, items: 'members' }),
      'GET /api/conversations.list': paginated(channels, { ...pages, items: 'channels' }),
      'GET /api/team.info': {
        json: {
          ok: true,
          team: {
            id: 'T1',
            name: 'acme',
            enterprise_id: enterpriseId,
            sso_provider: ssoType ? { type: ssoType } : undefined,
          },
        },
      },
      'GET /api/team.accessLogs': {
        json: { ok: true, logins, paging: { count: 100, total: logins.length, page: 1, pages: 1 } },
      },
      'GET /api/team.billableInfo': ({ query }) => {
        const entries = Object.entries(billing)
        const start = Number(query.get('cursor') ?? 0)
        const end = start + pageSize
        return {
          json: {
            ok: true,
            billable_info: Object.fromEntries(entries.slice(start, end)),
            response_metadata: { next_cursor: end < entries.length ? `${end}` : '' },
          },
        }
      },
    },
  })
}

/** A refusal as Slack words it: by its body, with status 200. */
export function createRefusal(error: string, more: object = {}): Answer {
  return { json: { ok: false, error, ...more } }
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(slack, runOptions)

/** Reads one inventory of the connector from a server in Slack's place. */
export const readInventory = inventoryReader(slack, runOptions)

/** A member as Slack lists one. */
export const ada = {
  id: 'U1',
  name: 'ada',
  deleted: false,
  is_bot: false,
  is_admin: true,
  is_owner: true,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  has_2fa: true,
  profile: { real_name: 'Ada', email: 'ada@acme.example' },
}

/** An app's bot as Slack lists one. */
export const bot = {
  id: 'U9',
  name: 'linear',
  deleted: false,
  is_bot: true,
  is_admin: false,
  is_owner: false,
  is_primary_owner: false,
  is_restricted: false,
  is_ultra_restricted: false,
  profile: { real_name: 'Linear', api_app_id: 'A1', bot_id: 'B1' },
}
