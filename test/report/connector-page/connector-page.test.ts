import { defineConnector } from 'checkwright'
import { describe, expect, test } from 'vitest'
import { renderConnectorPage } from '../../../src/report/connector-page/connector-page.ts'
import { replaceGeneratedPart } from '../../../src/report/connector-page/generated-part.ts'
import { compareWorth, groupEndpoints, toSampleResult } from '../../../src/report/connector-page/sample-results.ts'

const acme = defineConnector({
  id: 'acme',
  name: 'Acme',
  version: '1.2.3',
  baseUrl: 'https://{domain}.acme.example/api',
  allowedHosts: ['uploads.acme.example'],
  credentialFields: [{ id: 'domain', label: 'Domain | subdomain', type: 'text', required: true }],
  auth: {
    type: 'oauth2',
    config: {
      authorizeUrl: 'https://acme.example/authorize',
      tokenUrl: 'https://acme.example/token',
      scopes: ['users:read', 'offline'],
      setupInstructions: '1. Create an app.',
      customSettings: [{ id: 'tenant', label: 'Tenant', type: 'text', required: true }],
    },
  },
  variables: [{ id: 'max_admins', label: 'Most administrators', type: 'number', default: 4 }],
})
const page = (options = {}) =>
  renderConnectorPage(
    acme.with(
      acme.check({ id: 'admin-mfa', title: 'Second factors', severity: 'high', scopes: ['users:read'], run() {} }),
      acme.check({ id: 'audit-log', title: 'Logs', controls: ['soc2:CC7.2'], scopes: ['audit:read'], run() {} }),
    ),
    options,
  )

const result = (status: 'pass' | 'fail', title: string) => ({
  status,
  title,
  resource: { type: 'user', id: 'u1' },
  evidence: { mfa: status === 'pass' },
  findingId: '00000000-0000-5000-8000-000000000000',
  exchanges: [7],
})

describe('renderConnectorPage()', () => {
  test('gives for each scope the checks that are the reason for it', () => {
    expect(page()).toContain('| `users:read` | [`admin-mfa`](#admin-mfa) |')
    expect(page()).toContain('| `audit:read` | [`audit-log`](#audit-log) |')
    expect(page()).toContain('| `offline` | no check |')
  })

  test('says how to connect, by fields, settings, instructions and commands', () => {
    expect(page({ target: './acme.ts' })).toContain('npx checkwright connect ./acme.ts')
    expect(page()).toContain('| `domain` | Domain \\| subdomain | text | yes |  |')
    expect(page()).toContain('| `tenant` | Tenant | text | yes |  |')
    expect(page()).toContain('1. Create an app.')
    expect(page()).toContain('| Credentials are sent to | `{domain}.acme.example`, `uploads.acme.example` |')
  })

  test('gives parameters their defaults, and a check its default severity', () => {
    expect(page()).toContain('| `max_admins` | Most administrators | number | `4` |  |')
    expect(page()).toContain('| [`audit-log`](#audit-log) | Logs | medium |')
  })

  test('says nothing of endpoints and results that nobody has seen', () => {
    expect(page()).not.toMatch(/## Endpoints|A result looks like this/)
  })

  test('shows endpoints with who asks them, and a result', () => {
    const [worst] = [result('pass', 'On'), result('fail', 'Off')].map(toSampleResult).sort(compareWorth)
    const samples = { 'admin-mfa': worst }

    const text = page({
      observed: {
        source: 'a run',
        endpoints: groupEndpoints([{ endpoint: 'GET /users', checks: ['admin-mfa'] }, { endpoint: 'GET /me' }]),
        samples,
      },
    })

    expect(text).toContain('| `GET /me` | – |\n| `GET /users` | [`admin-mfa`](#admin-mfa) |')
    expect(text).toContain('"title": "Off"')
    expect(text).not.toMatch(/"On"|findingId|exchanges/)
  })
})

describe('replaceGeneratedPart()', () => {
  test('makes a page that does not exist, and makes it the same again', () => {
    const made = replaceGeneratedPart(undefined, '# Acme\n') ?? ''

    expect(made).toContain('# Acme')
    expect(replaceGeneratedPart(made, '# Acme\n')).toBe(made)
  })

  test('keeps what somebody wrote before and after the two marks', () => {
    const page = 'before\n<!-- checkwright docs: begin -->\nold\n<!-- checkwright docs: end -->\nafter\n'

    const made = replaceGeneratedPart(page, 'new\n') ?? ''

    expect(made).toMatch(/^before\n<!--[^\n]*-->\n\nnew\n\n<!-- checkwright docs: end -->\nafter\n$/)
    expect(replaceGeneratedPart(made, 'new\n')).toBe(made)
  })

  test.each(['# By hand\n', '<!-- checkwright docs: begin -->\nno end\n', '<!-- checkwright docs: end -->\n'])(
    'leaves %j alone, which has no place for it',
    (page) => {
      expect(replaceGeneratedPart(page, 'new\n')).toBeUndefined()
    },
  )
})

test('the page says what a connector lists, covers and tells; without lists it has no such section', () => {
  const accounts = acme.inventory({
    of: 'account',
    part: 'iam',
    tells: ['email'],
    covers: ['members'],
    leavesOut: ['bots'],
    scopes: ['users:read'],
    async *list() {},
    facts: { lastActiveAt: { scopes: ['audit:read'], read: () => undefined } },
  })

  const observed = {
    source: 'its tests',
    samples: {},
    endpoints: [{ endpoint: 'GET /users', checks: ['inventory:account.iam'] }],
  }
  const text = renderConnectorPage(acme.with(accounts), { observed })

  expect(text).toContain('## Lists')
  expect(text).toContain('| `account.iam` | members | bots | `email` | `lastActiveAt` | `users:read`, `audit:read` |')
  expect(text).toContain('| `audit:read` | [`account.iam`](#lists) |')
  expect(text).toContain('| `GET /users` | [`account.iam`](#lists) |')
  expect(page()).not.toContain('## Lists')
})
