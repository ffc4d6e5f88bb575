import { connectors } from 'checkwright/connectors'
import { describe, expect, test } from 'vitest'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { pastedLengthMax } from '../../../../src/things/parts/judgement-trials.ts'
import { member, openPages } from '../../../app/pages/world.ts'

const hetzner = (await connectors.hetzner?.()) as AnyConnector
const page = '/connect/hetzner/checks/firewall-admin-ports'

async function open() {
  const pages = await openPages({ connectors: [hetzner] }, member)
  const answer = /name="answer" value="([^"]+)"/.exec((await pages.get(page)).text)?.[1] ?? ''
  return { ...pages, answer, paste: (json: string) => pages.post(page, page, { answer, json }) }
}

test('a member sees in which cases each check passes and fails, in the words of its documentation, and what is not judged', async () => {
  const { get } = await open()

  const { status, text } = await get('/connect/hetzner/checks')
  const german = (await get('/connect/hetzner/checks', { 'accept-language': 'de' })).text

  expect(status).toBe(200)
  for (const part of [
    'Passes when',
    'Fails when',
    'Cannot tell when',
    'one range covers the internet',
    'Does not judge',
  ])
    expect(text).toContain(part)
  expect(text).toMatch(/Tried on \d+ witnesses/)
  expect(text).not.toContain('Nothing shows')
  expect(german).toContain('Besteht nicht, wenn')
})

test('a pasted answer is judged, the nearest witness is named, and it stands in no log, audit log or store', async () => {
  const { get, paste, lines, runtime } = await open()
  const secret = 'sk-pasted-by-somebody'
  const shown = /<textarea[^>]*>([\s\S]*?)<\/textarea>/.exec((await get(page)).text)?.[1] ?? ''
  const body = JSON.parse(shown.replaceAll('&quot;', '"'))
  body.firewalls[0].rules[1].source_ips = ['::/0']
  body.firewalls[0].name = secret

  const { status, text } = await paste(JSON.stringify(body))

  expect(status).toBe(200)
  const verdict = text.slice(text.indexOf('id="verdict"'))
  expect(verdict).toContain('Fail')
  expect(verdict).toContain('Witnesses with the most similar answers')
  expect(verdict).toContain('one range covers the internet')
  const kept = [lines, await runtime.audit.list({ organizationId: 'acme', limit: 100 })]
  expect(JSON.stringify(kept)).not.toContain(secret)
})

describe('what is no answer is refused, with its place', () => {
  test.each([
    ['', 'Paste an answer.'],
    ['{\n  "firewalls": [,]\n}', 'The answer is not JSON: see line 2, column 17.'],
    ['['.repeat(2_000), 'At line 1, column 101, lists and objects are nested more than 100 deep.'],
    [`"${'x'.repeat(pastedLengthMax)}"`, `The answer is longer than ${pastedLengthMax} characters.`],
  ])('%.20j', async (json, message) => {
    const { status, text } = await (await open()).paste(json)

    expect(status).toBe(400)
    expect(text).toContain(message)
    expect(text).not.toContain('id="verdict"')
  })
})

test('an answer of 50 MB is refused before anybody reads it', async () => {
  const { paste } = await open()

  const { status } = await paste(`"${'x'.repeat(50_000_000)}"`)

  expect(status).toBe(413)
})

test.each([
  ['another connector', '/connect/nobody/checks'],
  ['a check that is not there', '/connect/hetzner/checks/nothing'],
])('%s is not found', async (_what, path) => {
  const { get } = await open()

  expect((await get(path)).status).toBe(404)
})

test('an answer that no world has is not found', async () => {
  const { post } = await open()

  expect((await post(page, page, { answer: 'sound.999', json: '{}' })).status).toBe(404)
})

test('a connector whose code is not the one that was tried does not look as if it were', async () => {
  const other = { ...hetzner, checks: hetzner.checks.map((check) => ({ ...check })) }
  const { get } = await openPages({ connectors: [other] }, member)

  const { text } = await get('/connect/hetzner/checks')

  expect(text).toContain('Nothing shows what the code that runs here was tried on.')
  expect(text).not.toMatch(/Tried on \d+ witnesses/)
})
