import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMarkup, writeMarkup } from '../../../../src/author/prove/witnesses/markup-body.ts'
import { parseBody, toRecordedBody } from '../../../../src/author/prove/witnesses/recorded-body.ts'

const answer = `<?xml version="1.0"?><ListKeysResponse><ListKeysResult><Keys><member><KeyId>a</KeyId></member><member><KeyId>b &amp; c</KeyId></member></Keys><Marker/></ListKeysResult></ListKeysResponse>`

test('parseMarkup() has elements by name, and a repeated one as a list', () => {
  expect(parseMarkup(answer)).toEqual({
    ListKeysResponse: {
      ListKeysResult: { Keys: { member: [{ KeyId: 'a' }, { KeyId: 'b & c' }] }, Marker: '' },
    },
  })
})

test('parseMarkup() takes nothing else for XML', () => {
  expect(['', 'a,b\n1,2', '{"a":1}\n{"a":2}', '< 5'].map(parseMarkup)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('parseMarkup() reads what writeMarkup() wrote', () => {
  const name = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,8}$/)
  // Space around a text is none of it.
  const text = fc.string().filter((each) => each.trim() === each && !each.includes('\r'))
  const { tree } = fc.letrec((tie) => ({
    tree: fc.dictionary(name, tie('member'), { minKeys: 1, maxKeys: 4, noNullPrototype: true }),
    member: fc.oneof({ maxDepth: 3 }, text, fc.array(tie('item'), { minLength: 2, maxLength: 3 }), tie('tree')),
    item: fc.oneof({ maxDepth: 3 }, text, tie('tree')),
  }))

  fc.assert(
    fc.property(tree, (value) => {
      expect(parseMarkup(writeMarkup({ Answer: value }))).toEqual({ Answer: value })
    }),
  )
})

test('toRecordedBody() keeps the form of a body', () => {
  const xml = { text: answer }
  const json = { json: { keys: [] } }

  expect(parseBody(toRecordedBody(parseBody(xml), xml))).toEqual(parseBody(xml))
  expect(toRecordedBody(parseBody(json), json)).toEqual(json)
})
