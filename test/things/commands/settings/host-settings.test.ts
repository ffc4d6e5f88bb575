import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { checkHostOptions } from '../../../../src/things/api/checked-options.ts'
import { toHostSettings } from '../../../../src/things/commands/settings/host-settings.ts'
import { createRuntime } from '../../../../src/things/runtime/create-runtime.ts'

describe('toHostSettings()', () => {
  test('is nothing where nothing was given', () => {
    expect(toHostSettings({})).toEqual({})
  })

  test('reads a key from its file, so that the host takes it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'checkwright-jwt-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const jwtKey = join(folder, 'key.pem')
    const { publicKey } = generateKeyPairSync('ed25519')
    const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
    writeFileSync(jwtKey, pem)

    const settings = toHostSettings({
      jwtIssuer: 'https://id.example.com',
      jwtAudience: 'checks',
      jwtKey,
      jwtAlgorithm: ['EdDSA'],
      jwtScopeClaim: 'permissions',
      corsOrigin: ['https://app.example.com'],
      trustedProxy: ['10.0.0.0/8'],
      rateLimit: { key: { requests: 10, windowMs: 60_000 } },
    })

    expect(settings.jwt).toMatchObject({ key: pem, algorithms: ['EdDSA'], claims: { scope: 'permissions' } })
    const runtime = await createRuntime({ connectors: [], store: 'memory:', publicUrl: 'https://checks.example.com' })
    onTestFinished(() => runtime.close())
    expect(checkHostOptions({ runtime, ...settings })).toMatchObject({ cors: { origins: ['https://app.example.com'] } })
  })

  test.each([
    [{ jwtIssuer: 'https://id.example.com' }],
    [{ jwtScopeClaim: 'scp' }],
    [
      {
        jwtIssuer: 'https://id.example.com',
        jwtAudience: 'checks',
        jwtJwks: 'https://id.example.com/keys',
        jwtKey: 'x',
      },
    ],
  ])('refuses %j, of which not all is said', (settings) => {
    expect(() => toHostSettings(settings)).toThrow(
      expect.objectContaining({ code: 'CLI_USAGE', message: expect.stringContaining('--jwt-issuer') }),
    )
  })

  test('names the file of a key that cannot be read', () => {
    const settings = { jwtIssuer: 'https://id.example.com', jwtAudience: 'checks', jwtKey: '/nowhere/key.pem' }

    expect(() => toHostSettings(settings)).toThrow('/nowhere/key.pem cannot be read (ENOENT)')
  })
})
