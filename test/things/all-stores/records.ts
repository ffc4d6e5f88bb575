import {
  type ConnectionRecord,
  createConnectionRecord,
  type SealedCredentials,
} from '../../../src/auth/connection-store.ts'
import type { FlowRecord } from '../../../src/auth/flow-store.ts'
import type { OAuthAppRecord } from '../../../src/auth/oauth-app-store.ts'
import type { RunRecord } from '../../../src/checks/runs/run-store.ts'
import type { StoredWaiver } from '../../../src/checks/waivers/waiver-store.ts'
import type { RunResult, Waiver } from '../../../src/define/index.ts'
import type { ApiKeyRecord } from '../../../src/service/records/api-keys.ts'
import type { Store } from '../../../src/things/all-stores/store.ts'

/** A store with the organizations `acme` and `other`. */
export async function addOrganizations(store: Store): Promise<Store> {
  await store.organizations.insert({ id: 'acme', name: 'Acme', createdAtMs: 1_000 })
  await store.organizations.insert({ id: 'other', name: 'Other', createdAtMs: 2_000 })
  return store
}

export function createConnection(id: string, overrides: Partial<ConnectionRecord> = {}): ConnectionRecord {
  return createConnectionRecord({
    id,
    organizationId: 'acme',
    connectorId: 'github',
    variables: { max_admins: 4, names: ['a', 'b'], strict: true, note: 'ünï "quoted"' },
    grantedScopes: ['read:org', 'repo'],
    userId: 'usr_1',
    createdAtMs: 1_790_000_000_123,
    updatedAtMs: 1_790_000_000_123,
    ...overrides,
  })
}

export function createCredentials(overrides: Partial<SealedCredentials> = {}): SealedCredentials {
  return {
    generation: 1,
    values: { access_token: 'sealed-1' },
    expiresAtMs: 1_790_000_600_000,
    refreshAtMs: 1_790_000_540_000,
    refreshFailures: 0,
    destination: 'd',
    ...overrides,
  }
}

export function createFlow(id: string, overrides: Partial<FlowRecord> = {}): FlowRecord {
  return {
    id,
    stateHash: `state-${id}`,
    bindingHash: `binding-${id}`,
    connectorId: 'github',
    connectorSha256: null,
    connectorDestination: null,
    organizationId: 'acme',
    userId: null,
    connectionId: null,
    connectSessionId: null,
    returnTo: '/done?a=1',
    redirectUri: 'https://checks.example.com/oauth/callback',
    scopes: ['read:org'],
    secrets: { code_verifier: 'sealed-verifier' },
    ...overrides,
  }
}

export function createOauthApp(id: string, overrides: Partial<OAuthAppRecord> = {}): OAuthAppRecord {
  return {
    id,
    connectorId: 'github',
    organizationId: 'acme',
    issuer: '',
    clientId: 'client-1',
    settings: { APP_NAME: 'checks' },
    secrets: { client_secret: 'sealed-secret' },
    secretExpiresAtMs: null,
    destination: null,
    boundTo: null,
    ownCallback: 0,
    connectorDestination: '',
    createdAtMs: 1_000,
    updatedAtMs: 1_000,
    ...overrides,
  }
}

export function createApiKey(id: string, overrides: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id,
    organizationId: 'acme',
    name: null,
    userId: null,
    secretHash: 'hash',
    scopes: ['comments:read', 'integrations:run'],
    createdAtMs: 1_000,
    expiresAtMs: null,
    revokedAtMs: null,
    lastUsedAtMs: null,
    mintedBy: null,
    ...overrides,
  }
}

export function run(id: string, overrides: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    organizationId: 'acme',
    connectionId: 'c1',
    connectorId: 'github',
    crossCheckId: null,
    status: 'running',
    trigger: 'request',
    startedAtMs: 1_000,
    beganAtMs: 1_000,
    finishedAtMs: null,
    attempts: 1,
    scoped: false,
    ...overrides,
  }
}

export function runResult(id: string): RunResult {
  return {
    schema: 'checkwright.run/v1',
    id,
    connector: { id: 'github', version: '1.0.0' },
    connectionId: 'c1',
    organizationId: 'acme',
    startedAt: '2026-01-01T00:00:00.000Z',
    finishedAt: '2026-01-01T00:00:01.000Z',
    status: 'fail',
    replayable: true,
    inputs: { now: '2026-01-01T00:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks: [
      {
        id: 'admin-mfa',
        title: 'Administrators sign in with a second factor',
        severity: 'high',
        controls: ['soc2:CC6.1'],
        tags: [],
        status: 'fail',
        complete: true,
        exchanges: [1],
        results: [
          {
            status: 'fail',
            resource: { type: 'user', id: 'u1', name: 'Žofie 👩‍💻' },
            title: 'No second factor',
            remediation: 'Enrol one.',
            // Order of keys and form of numbers come back as they were kept.
            evidence: { z: 1, a: { mfa: false }, big: 1e21, small: 0.1 },
            findingId: '00000000-0000-5000-8000-000000000000',
          },
        ],
        requests: 1,
        retries: 0,
        durationMs: 12,
        logs: [],
      },
    ],
    summary: {
      checks: { pass: 0, fail: 1, manual: 0, not_applicable: 0, error: 0 },
      results: { pass: 0, fail: 1, manual: 0, not_applicable: 0, waived: 0 },
      errors: 0,
      requests: 1,
      retries: 0,
    },
  }
}

export function createWaiver(
  id: string,
  organizationId: string,
  { createdAtMs = 1_000, ...changes }: Partial<Waiver> & { readonly createdAtMs?: number } = {},
): StoredWaiver {
  const waiver = {
    connector: ['acme'],
    check: ['mfa'],
    allConnections: true as const,
    justification: 'Justified',
    approver: 'Ada',
    expires: '2027-01-01',
    ...changes,
  } as const
  return { id, organizationId, userId: null, createdAtMs, revokedAtMs: null, waiver }
}
