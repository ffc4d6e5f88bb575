import { describe, expect, test } from 'vitest'
import type { JsonValue } from '../../../src/define/index.ts'
import type { Recording } from '../../../src/evidence/recording/recording.ts'
import { findSecrets } from '../../../src/evidence/recording/secret-scan.ts'
import { Redactor } from '../../../src/http/redact/redact.ts'

const random = 'k7Qv2mZp9XbT4wLc8RfY'

function found(json: JsonValue, known = new Redactor()) {
  const recording: Recording = {
    schema: 'checkwright.recording/v1',
    connector: { id: 'acme', version: '1.0.0' },
    inputs: { now: '2026-05-01T12:00:00.000Z', variables: {}, settings: {}, credentials: {}, stateBefore: {} },
    checks: [],
    exchanges: [
      { checks: ['a'], request: { method: 'GET', url: 'https://acme.example/a' }, response: { status: 200, json } },
    ],
  }
  return findSecrets(recording, known)
}

describe('findSecrets()', () => {
  // Written in two parts, so that scanners of repositories do not take the test for a leak.
  test.each([
    ['a GitHub token', `ghp_${'a1B2'.repeat(9)}`],
    ['a Slack token', `xoxb-${'1234567890-abc'}`],
    ['a Google API key', `AIza${'B'.repeat(35)}`],
    ['a private key', `-----BEGIN RSA ${'PRIVATE KEY'}-----\nMIIE`],
    ['a JSON Web Token', `eyJ${'hbGciOiJI'}.eyJ${'zdWIiOiIx'}.c2lnbmF0dXJl`],
    ['a Stripe key', `sk_${'live'}_${'4eC39HqLyjWDarjtT1zdp7dc'}`],
    ['a password in a URL', `postgres://root:${'hunter22'}@db.acme.example/x`],
    ['a bearer token', `Bearer ${random}`],
  ])('finds %s, wherever it stands', (what, secret) => {
    expect(found({ users: [{ note: `see ${secret} for more` }] })).toEqual([
      { path: 'exchanges[0].response.json.users[0].note', what },
    ])
  })

  test('finds a random value under the name of a secret', () => {
    expect(found({ webhook_secret: random })).toMatchObject([{ path: 'exchanges[0].response.json.webhook_secret' }])
  })

  test.each<[string, JsonValue]>([
    ['cursors', { next_page_token: random, nextPageToken: random, continuationToken: random }],
    ['what was taken out', { token: '[redacted]', client_secret: '[redacted]' }],
    [
      'ids and words',
      { tokenId: random, secretName: 'production-database', credential_id: 'e7c1b9a4-1111-4222-8333-444455556666' },
    ],
    ['policies about passwords', { passwordPolicy: { minimumLength: 14 }, passwordStrength: 'every-two-hundred-days' }],
    ['random values of other names', { etag: random, id: random }],
  ])('leaves %s', (_what, json) => {
    expect(found(json)).toEqual([])
  })

  test('finds the credentials of the run in whatever encoding', () => {
    const known = new Redactor()
    known.add('sesame/canary+1')

    const places = found(
      {
        plain: 'sesame/canary+1',
        url: 'x=sesame%2Fcanary%2B1',
        code: Buffer.from('u:sesame/canary+1').toString('base64'),
      },
      known,
    )

    expect(places.map(({ path }) => path.split('.').at(-1))).toEqual(['plain', 'url', 'code'])
  })

  test('tells no secret by its path, though it is the name of a member', () => {
    const secret = `ghp_${'a1B2'.repeat(9)}`

    const places = found({ keys: { [secret]: { webhook_secret: random } } })

    expect(places).toHaveLength(2)
    expect(JSON.stringify(places)).not.toContain(secret)
  })
})
