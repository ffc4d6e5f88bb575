import { expect, test } from 'vitest'
import { DataFileError } from '../../src/data/data-file.ts'
import { readConnector } from '../../src/data/read-connector.ts'
import { acmeYaml } from './acme.ts'

const base = acmeYaml('https://api.acme.example')
const read = (text: string) => readConnector('acme.yaml', new TextEncoder().encode(text))

/** A field of the connection may stand in the address. */
const withHost = (baseUrl: string) =>
  `${acmeYaml(`'${baseUrl}'`)}credentialFields: [{ id: shop, label: Shop, required: true, type: text }]`

test('files that differ from these only in the host are right', () => {
  expect(read(`${base}allowedHosts: ['*.acme.co.uk']`).id).toBe('acme')
  expect(read(withHost('https://{shop}.acme.example')).id).toBe('acme')
})

test.each<[string, string]>([
  ['a secret in a path', base.replace('path: /settings', "path: '/settings/{api_key}'")],
  ['a secret by its long name', base.replace('path: /settings', "path: '/settings/{connection.api_key}'")],
  ['a secret in a verdict', base.replace('pass: body.sso.enforced', 'pass: body.sso == connection.api_key')],
  ['a secret in a title', base.replace('title: Passwords still work', "title: 'It is {connection.api_key}'")],
  ['a name that every object has, for an answer', base.replace('as: factors', 'as: constructor')],
  ['a name that every object has, for a list', base.replace('for: { project:', 'for: { toString:')],
  ['a question that every object has', base.replace('question: secondFactor', 'question: constructor')],
  ['a member that every object has', base.replace('administrator:', 'constructor:')],
  ['a variable of a name that every object has', `${base.replace('id: max_owners', 'id: toString')}`],
  ['a host below a public suffix', `${base}allowedHosts: ['*.co.uk']`],
  ['a host below one in other letters', `${base}allowedHosts: ['*.рф']`],
  ['a host below a suffix that strangers share', `${base}allowedHosts: ['*.amazonaws.com']`],
  ['a host that a customer names below a public suffix', withHost('https://{shop}.com')],
  ['a host that a customer names as a whole', withHost('https://{shop}')],
  ['a number above all', base.replace('version: 1.0.0', `version: ${'9'.repeat(400)}`)],
  ['anchors within each other', `${base}\nx: &a [1,1]\n${Array.from({ length: 200 }, () => 'y: *a').join('\n')}`],
  ['a million items', `${base}tags: [${'a,'.repeat(400_000)}]`],
  ['an expression without an end', base.replace('pass: body.sso.enforced', `pass: ${'('.repeat(50_000)}`)],
  ['a long chain', base.replace('pass: body.sso.enforced', `pass: body${'.a'.repeat(50_000)}`)],
])('%s is refused in less than five seconds', (_what, text) => {
  const before = process.cpuUsage()

  expect(() => read(text)).toThrow(DataFileError)

  expect(process.cpuUsage(before).user / 1_000).toBeLessThan(5_000)
})
