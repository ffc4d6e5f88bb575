import { expect, test } from 'vitest'
import { chooseLanguage } from '../../../src/things/all-texts/choose-language.ts'
import { admin, openPages } from '../../app/pages/world.ts'

const runtime = { publicUrl: 'https://checks.example.com' }

test.each([
  { sent: {}, organization: null, language: 'en' },
  { sent: { 'accept-language': 'de-AT,de;q=0.9,en;q=0.5' }, organization: null, language: 'de' },
  { sent: { 'accept-language': 'fr, en;q=0.3, de;q=0.8' }, organization: null, language: 'de' },
  { sent: { 'accept-language': 'de;q=0, fr' }, organization: null, language: 'en' },
  { sent: { 'accept-language': `${'x,'.repeat(5_000)}de` }, organization: null, language: 'en' },
  { sent: { 'accept-language': 'de' }, organization: 'en', language: 'en' },
  { sent: { cookie: '__Host-cw_language=de', 'accept-language': 'en' }, organization: 'en', language: 'de' },
  { sent: { cookie: '__Host-cw_language=constructor' }, organization: 'de', language: 'de' },
] as const)('$sent of an organization with $organization gets $language', ({ sent, organization, language }) => {
  expect(chooseLanguage(runtime, { headers: new Headers(sent) }, organization)).toBe(language)
})

test('a person chooses the language of all pages by a link, and comes back to the page with its query', async () => {
  const { get, ask } = await openPages()
  const before = await get('/findings?state=all')

  const chosen = await ask('/findings?language=de', {
    headers: { referer: 'https://checks.example.com/findings?state=all' },
  })
  const after = await get('/findings?state=all')

  expect(before.text).toContain('<html lang="en">')
  expect(before.text).toContain('href="/findings?language=de"')
  expect([chosen.status, chosen.headers.get('location')]).toEqual([303, '/findings?state=all'])
  expect(after.text).toContain('<html lang="de">')
  expect(after.text).toContain('Feststellungen')
  expect([after.headers.get('content-language'), after.headers.get('vary')]).toEqual(['de', 'Cookie, Accept-Language'])
})

test('a link that chooses a language leads to no other page, whatever it and the page before say', async () => {
  const { ask } = await openPages()

  const headers = { referer: 'https://evil.example//evil.example/x?y=%2F%2Fevil.test' }
  const answer = await ask('https://checks.example.com//evil.example/x?language=de', { headers })
  const missing = await ask('https://checks.example.com//evil.example/x')
  const unknown = await ask('/findings?language=xx')

  expect(answer.headers.get('location')).toBe('/evil.example/x?y=%2F%2Fevil.test')
  expect(await missing.text()).toContain('href="/evil.example/x?language=de"')
  expect([unknown.status, unknown.headers.get('set-cookie') ?? '']).toEqual([200, expect.not.stringContaining('xx')])
})

test('who is not signed in, and who meets an error, is told in their language', async () => {
  const { get, visitor } = await openPages()
  const german = { 'accept-language': 'de' }

  const missing = await get('/nowhere', german)
  visitor.person = undefined
  const refused = await get('/findings', german)
  visitor.person = { ...admin, organizationId: 'elsewhere' }

  expect([missing.status, refused.status]).toEqual([404, 401])
  expect(missing.text).toContain('Diese Seite gibt es nicht')
  expect(refused.text).toContain('Melden Sie sich an, um fortzufahren')
})
