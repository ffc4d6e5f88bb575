import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { computeEvidenceDigest } from '../../../src/checks/judgements/evidence-digest.ts'
import type { JsonValue } from '../../../src/define/index.ts'

const digest = (evidence: JsonValue, volatile?: readonly string[]) => computeEvidenceDigest({ evidence }, { volatile })

test('computeEvidenceDigest() is the SHA-256 of canonical JSON, whatever the order of members', () => {
  const expected = createHash('sha256').update('{"a":[2,1],"b":{"c":1,"d":null}}').digest('hex')

  expect(digest({ b: { d: null, c: 1 }, a: [2, 1] })).toBe(expected)
  expect(digest({ a: [1, 2], b: { c: 1, d: null } })).not.toBe(expected)
})

test('computeEvidenceDigest() leaves out volatile members, of the evidence itself only', () => {
  const evidence = { role: 'reader', idleDays: 3, inner: { idleDays: 3 } }

  expect(digest({ ...evidence, idleDays: 4 }, ['idleDays'])).toBe(digest(evidence, ['idleDays']))
  expect(digest({ role: 'reader', inner: { idleDays: 3 } }, ['idleDays'])).toBe(digest(evidence, ['idleDays']))
  expect(digest({ ...evidence, inner: { idleDays: 4 } }, ['idleDays'])).not.toBe(digest(evidence, ['idleDays']))
  expect(digest({ ...evidence, role: 'owner' }, ['idleDays'])).not.toBe(digest(evidence, ['idleDays']))
})

test('computeEvidenceDigest() takes evidence that is no object as it is', () => {
  const values: JsonValue[] = [null, [], 'null', {}, ['idleDays']]

  expect(new Set(values.map((value) => digest(value, ['idleDays']))).size).toBe(values.length)
})
