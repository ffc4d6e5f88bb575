import { createPublicKey, createVerify, generateKeyPairSync } from 'node:crypto'
import { type Answer, type FakeVendor, fakeVendor } from 'checkwright/testing'
import { checkRunner } from '../../../test/connectors/run-check.ts'
import {
  createGithubVendor,
  createRefusal,
  type GitHubState,
  credentials as owner,
  type Route,
} from '../../github/test/github-api.ts'
import { githubApp } from '../index.ts'

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 })
const publicKey = createPublicKey(pair.publicKey.export({ type: 'spki', format: 'pem' }))

/** What an operator enters. GitHub hands out keys in this form (PKCS#1). */
export const settings = {
  app_id: 'Iv23sampleclient',
  private_key: pair.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
}

export const credentials = { organization: 'octo-org', installation_id: '4711' }

/** The installation's token; the stand-in of GitHub accepts no other. */
export const token = owner.api_key

/** The moment at which the checks of these tests run. */
export const now = '2026-05-01T12:00:00.000Z'

export interface AppState extends GitHubState {
  /** Members of the installation that differ. */
  readonly installation?: object
  /** Values of the custom property "checkwright"; undefined: there is none. */
  readonly organizations?: readonly string[]
  /** Clock of GitHub. @default that of the tests */
  readonly nowMs?: () => number
  readonly answersToApp?: Readonly<Partial<Record<AppRoute, Answer>>>
}

type AppRoute =
  | 'GET /app/installations/:id'
  | 'POST /app/installations/:id/access_tokens'
  | 'GET /orgs/:org/properties/schema/checkwright'

/** GitHub's API for an organization that has installed the app, on loopback. */
export function startAppApi(state: AppState = {}): Promise<FakeVendor> {
  const { nowMs = () => Date.parse(now), organizations } = state
  const proved = (headers: Readonly<Record<string, string | undefined>>, answer: Answer): Answer =>
    isAppToken(headers.authorization, nowMs()) ? answer : createRefusal(401, 'A JSON web token could not be decoded')
  const { routes, auth } = createGithubVendor(state)
  return fakeVendor<Route | AppRoute>({
    auth,
    publicRoutes: ['GET /app/installations/:id', 'POST /app/installations/:id/access_tokens'],
    routes: {
      ...routes,
      'GET /app/installations/:id': ({ headers, params }) =>
        proved(
          headers,
          params.id === credentials.installation_id
            ? {
                json: {
                  id: Number(params.id),
                  account: { login: 'Octo-Org', id: 1, type: 'Organization' },
                  target_type: 'Organization',
                  repository_selection: 'all',
                  permissions: { members: 'read', metadata: 'read' },
                  suspended_at: null,
                  ...state.installation,
                },
              }
            : createRefusal(404, 'Not Found'),
        ),
      'POST /app/installations/:id/access_tokens': ({ headers }) =>
        proved(headers, {
          status: 201,
          json: { token, expires_at: new Date(nowMs() + 3_600_000).toISOString(), permissions: { members: 'read' } },
        }),
      'GET /orgs/:org/properties/schema/checkwright':
        organizations === undefined
          ? createRefusal(404, 'Not Found')
          : { json: { property_name: 'checkwright', value_type: 'single_select', allowed_values: organizations } },
      ...state.answersToApp,
    },
  })
}

/** As GitHub: RS256, by the app, and for ten minutes at most. */
function isAppToken(authorization = '', nowMs: number): boolean {
  const [head = '', body = '', signature = ''] = authorization.replace('Bearer ', '').split('.')
  const isSigned = createVerify('RSA-SHA256').update(`${head}.${body}`).verify(publicKey, signature, 'base64url')
  if (!isSigned || JSON.parse(Buffer.from(head, 'base64url').toString()).alg !== 'RS256') return false
  const { iss, iat, exp } = JSON.parse(Buffer.from(body, 'base64url').toString())
  const seconds = nowMs / 1000
  return iss === settings.app_id && iat <= seconds && exp > seconds && exp <= seconds + 600
}

export const runCheckOn = checkRunner(githubApp, { credentials, settings, now })
