import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { leavers } from 'checkwright/cross-checks'
import { publicKeyOf, replayBundle, replayCrossCheckBundle, verifyBundle } from 'checkwright/runtime'
import { describe, expect, test } from 'vitest'
import type { SecretPlace } from '../../src/auth/vault.ts'
import { verifyPackage } from '../../src/evidence/package/verify-package.ts'
import { resolveKeys } from '../../src/service/store/keys/resolve-keys.ts'
import { createVault as createSecretVault } from '../../src/service/store/keys/seal.ts'
import { createTempFolder } from '../setup/temp-folder.ts'
import { type Answer, masterKey, signer } from './story.ts'
import { createVault } from './vendor.ts'

const trusted = { keys: [publicKeyOf(signer.publicKey)] }

describe('what was signed before', () => {
  test.each(['run', 'cross-check', 'review-evidence', 'review-outcomes'])('verifies: %s', async (name) => {
    expect(await verifyBundle(keep(name), trusted)).toMatchObject({ verified: true })
  })

  test('verifies: package', async () => {
    expect(await verifyPackage(keep('package'), trusted)).toMatchObject({ verified: true })
  })

  test('gives the same verdicts: run', async () => {
    const { checks } = await replayBundle(keep('run'), createVault())

    expect(checks.flatMap(({ differences }) => differences)).toEqual([])
  })

  test('gives the same verdicts: cross-check', async () => {
    expect(await replayCrossCheckBundle(keep('cross-check'), leavers)).toMatchObject({ differences: [] })
  })
})

test('what was sealed before opens at its place', async () => {
  const [credentials] = readRows('credentials')
  const [app] = readRows('oauth_apps')
  const [issuer] = readRows('sign_in_issuers')
  const [webhook] = readRows('webhooks')
  const [head] = readRows('inventories')
  const [piece] = readRows('inventory_pieces')
  const vault = await openVault()
  const open = (ownerId: string, field: string, sealed: string) => vault.open(at('acme', ownerId, field), sealed)

  const opened = [
    await open(credentials?.connection_id, 'api_key', JSON.parse(credentials?.sealed_values).api_key),
    await open(app?.id, 'client_secret', JSON.parse(app?.secrets).client_secret),
    await open(issuer?.id, 'client_secret', issuer?.sealed_secret),
    await open(webhook?.id, 'webhook_target', webhook?.sealed_target),
    JSON.parse(await open(head?.connection_id, `inventory:${head?.kind} ${head?.id} 0`, piece?.sealed)).length,
  ]

  expect(opened).toEqual(['"vendor-key"', 'app-secret', 'secret', 'https://tickets.example/in', piece?.count])
  for (const { name, sealed } of readRows('sealed_secrets'))
    expect(await vault.open(at(null, 'service', name), sealed)).toMatch(/^[A-Za-z0-9_-]{43}$/)
})

function at(organizationId: string | null, ownerId: string, field: string): SecretPlace {
  return { organizationId, ownerId, field }
}

/** With the keys of the stored rows alone. */
async function openVault() {
  const keys = await resolveKeys({ keys: masterKey, env: {}, storeUrl: 'memory:', notify: () => undefined })
  const records = readRows('data_keys').map((row) => ({
    id: row.id as string,
    organizationId: row.organization_id as string | null,
    keyId: row.key_id as string,
    wrapped: row.wrapped as string,
    createdAtMs: row.created_at_ms as number,
  }))
  const unused = () => {
    throw new Error('opening writes nothing')
  }
  return createSecretVault({
    keys,
    dataKeys: {
      find: async (organizationId) => records.find((each) => each.organizationId === organizationId),
      insertIfAbsent: unused,
      list: async () => records,
      rewrap: unused,
      delete: unused,
      listMasterKeyIds: async () => ['golden'],
      findKeyCheck: async () => undefined,
      insertKeyCheckIfAbsent: async (record) => record,
    },
  })
}

/** The rows of a table, as story.test.ts holds them. */
function readRows(table: string): readonly Answer[] {
  const text = readFileSync(new URL(`rows/${table}.jsonl`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** The archive as a file, which verification reads. */
function keep(name: string): string {
  const text = readFileSync(new URL(`kept/${name}.zip.base64`, import.meta.url), 'utf8')
  const path = join(createTempFolder(), `${name}.zip`)
  writeFileSync(path, Buffer.from(text, 'base64'))
  return path
}
