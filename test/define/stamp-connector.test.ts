import { expect, test } from 'vitest'
import { readStamp, stampConnector } from '../../src/define/index.ts'
import { codeAcme, turnedCodeAcme } from '../author/prove/code-acme.ts'

const judgingSha256 = 'a'.repeat(64)

test('readStamp() gives the digest of the files that a connector was made of, for a copy with the same parts too', () => {
  const stamped = stampConnector(codeAcme, { judgingSha256 })

  expect(readStamp(codeAcme)).toBeUndefined()
  expect(readStamp(stamped)).toBe(judgingSha256)
  expect(readStamp({ ...stamped, checks: stamped.checks.slice(1) })).toBe(judgingSha256)
})

test.each([
  ['a check', { checks: turnedCodeAcme.checks }],
  ['one check among others', { checks: codeAcme.checks.map((check) => ({ ...check })) }],
  ['its hooks', { hooks: { classify: () => undefined } }],
  ['its definition', { definition: { ...codeAcme.definition } }],
])('readStamp() gives none for a copy that has %s of its own', (_what, own) => {
  const stamped = stampConnector(codeAcme, { judgingSha256 })

  expect(readStamp({ ...stamped, ...own })).toBeUndefined()
})
