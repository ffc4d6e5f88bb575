import { type Answer, type FakeVendor, fakeVendor, paginated } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import { slack } from '../index.ts'

export const credentials = { access_token: 'xoxp-sample-slack-token' }

/** The moment at which the checks of these tests run. */
const now = '2026-06-30T12:00:00.000Z'

/** The content of the workspace. Left out: empty, and no single sign-on. */
export interface SlackState {
  readonly members?: readonly object[]
  readonly channels?: readonly object[]
  readonly logins?: readonly object[]
  readonly billing?: Readonly<Record<string, { readonly billing_active: boolean }>>
  readonly ssoType?: string
  readonly pageSize?: number
}

/** Slack's Web API for one workspace, on loopback. */
export function startSlackApi(state: SlackState): Promise<FakeVendor> {
  const { members = [], channels = [], logins = [], billing = {}, ssoType, pageSize = 200 } = state
  const pages = { style: 'cursor', pageSize, cursor: 'response_metadata.next_cursor', end: 'empty' } as const
  return fakeVendor({
    auth: { type: 'bearer', token: credentials.access_token },
    routes: {
      'GET /api/users.list': paginated(members, { ...pages, items: 'members' }),
      'GET /api/conversations.list': paginated(channels, { ...pages, items: 'channels' }),
      'GET /api/team.info': {
        json: { ok: true, team: { id: 'T1', name: 'acme', ...(ssoType && { sso_provider: { type: ssoType } }) } },
      },
      'GET /api/team.accessLogs': {
        json: { ok: true, logins, paging: { count: 100, total: logins.length, page: 1, pages: 1 } },
      },
      'GET /api/team.billableInfo': { json: { ok: true, billable_info: billing } },
    },
  })
}

/** A refusal as Slack words it: by its body, with status 200. */
export function createRefusal(error: string, more: object = {}): Answer {
  return { json: { ok: false, error, ...more } }
}

/** Runs one check of the connector against a server in its vendor's place. */
export const runCheckOn = checkRunner(slack, { credentials, now })
