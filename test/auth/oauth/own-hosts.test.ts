import { expect, test } from 'vitest'
import { matchOwnHosts } from '../../../src/auth/oauth/own-hosts.ts'
import { createAcme, createFillings } from './acme.ts'

const site = { id: 'site', label: 'Site', type: 'text' } as const
const acme = createAcme(
  { tokenUrl: 'https://auth.acme.example/token', refreshUrl: 'https://refresh.acme.example/token' },
  { allowedHosts: ['files.acme.example', '{site}.acme.example'], credentialFields: [site] },
)

test.each([
  ['https://auth.acme.example/other', true],
  ['https://refresh.acme.example/', true],
  ['https://api.acme.example/me', true],
  ['https://files.acme.example/', true],
  ['http://api.acme.example/me', false],
  ['https://acme.example/', false],
  ['https://auth.acme.example:8443/', false],
  ['https://auth.acme.example.evil.example/', false],
])('matchOwnHosts() of %s: %j', (url, isOwn) => {
  expect(matchOwnHosts(acme, createFillings(acme))(new URL(url))).toBe(isOwn)
})

test('matchOwnHosts() takes a host that nobody has typed yet for a stranger, and for an own one afterwards', () => {
  const url = new URL('https://blue.acme.example/')

  expect(matchOwnHosts(acme, createFillings(acme))(url)).toBe(false)
  expect(matchOwnHosts(acme, createFillings(acme, { site: 'blue' }))(url)).toBe(true)
})
