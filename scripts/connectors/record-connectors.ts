import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyConnector } from 'checkwright'
import type { FakeVendor } from 'checkwright/testing'
import okta from '../../connectors/okta/index.ts'
import { credentials as oktaCredentials, startOktaApi } from '../../connectors/okta/test/okta-api.ts'
import slack from '../../connectors/slack/index.ts'
import { credentials as slackCredentials, startSlackApi } from '../../connectors/slack/test/slack-api.ts'
import { writeRecording } from '../../src/author/running/recordings.ts'
import { fixedClock } from '../../src/author/testing/vendor/fixed-clock.ts'
import { toRecordedRun } from '../../src/checks/runs/recorded-run.ts'
import { makeRecording } from '../../src/evidence/recording/make-recording.ts'
import { settleRecording } from '../../src/evidence/recording/settle-recording.ts'
import { readLedger } from '../../src/http/exchanges/ledger.ts'
import { Redactor } from '../../src/http/redact/redact.ts'
import { runChecks } from '../../src/things/runs/run-checks.ts'

// The customer's host is in it, which is invented as everything here. The pattern of the field demands this domain.
const keep = ['okta.com']

/**
 * Records the connectors whose recordings are in this repository. There is no account: their vendors run here, and all
 * their people are invented.
 */
const push = { factorType: 'push', status: 'ACTIVE' }
const superAdmin = { type: 'SUPER_ADMIN', status: 'ACTIVE' }

const policies = [
  {
    id: 'p1',
    type: 'OKTA_SIGN_ON',
    name: 'Default',
    status: 'ACTIVE',
    rules: [
      {
        id: 'r1',
        name: 'Everyone',
        status: 'ACTIVE',
        type: 'SIGN_ON',
        actions: {
          signon: {
            access: 'ALLOW',
            requireFactor: true,
            session: { maxSessionIdleMinutes: 60, maxSessionLifetimeMinutes: 600 },
          },
        },
      },
    ],
  },
  {
    id: 'p2',
    type: 'PASSWORD',
    name: 'Default',
    status: 'ACTIVE',
    settings: {
      password: {
        complexity: { minLength: 12 },
        age: { historyCount: 4 },
        lockout: { maxAttempts: 10, autoUnlockMinutes: 0 },
      },
    },
  },
]

await recordVendor(
  okta,
  oktaCredentials,
  await startOktaApi({
    pageSize: 2,
    users: [
      { id: 'ada.lovelace', factors: [push], roles: [superAdmin] },
      { id: 'bob.ross', factors: [{ factorType: 'question', status: 'ACTIVE' }] },
      { id: 'cyd.charisse', factors: [], lastLogin: '2025-11-02T08:00:00.000Z' },
    ],
    administrators: ['ada.lovelace'],
    policies,
  }),
)

await recordVendor(
  slack,
  slackCredentials,
  await startSlackApi({
    pageSize: 2,
    members: [
      {
        id: 'U1',
        name: 'ada',
        real_name: 'Ada Lovelace',
        deleted: false,
        is_bot: false,
        is_admin: true,
        is_owner: true,
        is_primary_owner: true,
        is_restricted: false,
        is_ultra_restricted: false,
        has_2fa: true,
        updated: 1767225600,
        profile: { email: 'ada@acme.example' },
      },
      {
        id: 'U2',
        name: 'bob',
        real_name: 'Bob Ross',
        deleted: false,
        is_bot: false,
        is_admin: false,
        is_owner: false,
        is_primary_owner: false,
        is_restricted: false,
        is_ultra_restricted: false,
        has_2fa: false,
        updated: 1767225600,
        profile: { email: 'bob@acme.example' },
      },
      {
        id: 'U3',
        name: 'vera',
        real_name: 'Vera Rubin',
        deleted: false,
        is_bot: false,
        is_admin: false,
        is_owner: false,
        is_primary_owner: false,
        is_restricted: true,
        is_ultra_restricted: true,
        has_2fa: false,
        updated: 1767225600,
        profile: {},
      },
    ],
    channels: [
      {
        id: 'C1',
        name: 'general',
        is_archived: false,
        is_ext_shared: false,
        is_pending_ext_shared: false,
        is_org_shared: false,
        is_shared: false,
        is_private: false,
      },
    ],
  }),
)

async function recordVendor(
  connector: AnyConnector,
  credentials: Readonly<Record<string, string>>,
  vendor: FakeVendor,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'checkwright-record-'))
  const file = join(folder, 'exchanges.ndjson')
  const known = new Redactor()
  if (credentials.access_token !== undefined) known.add(credentials.access_token)
  try {
    const clock = fixedClock('2026-06-30T12:00:00.000Z')
    const run = await runChecks(connector, { credentials, fetch: vendor.fetch, exchanges: { file }, clock })
    const raw = await makeRecording(connector, toRecordedRun(run), readLedger(file), '../../index.ts')
    const { recording, counts } = await settleRecording(raw, connector, known, { keep })
    const out = `connectors/${connector.id}/test/recorded/${connector.id}.json`
    await writeRecording(out, recording)
    console.log(
      out,
      recording.exchanges.length,
      counts,
      recording.checks.map(({ id, status, error }) => `${id} ${status} ${error?.kind ?? ''}`),
    )
  } finally {
    await vendor.close()
    rmSync(folder, { recursive: true, force: true })
  }
}
