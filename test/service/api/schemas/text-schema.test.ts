import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTextSchema, fileName, pageUrl } from '../../../../src/service/api/schemas/text-schema.ts'

test('createTextSchema() counts characters as people do, and refuses what no database keeps (property)', () => {
  const text = fc.string({ unit: fc.constantFrom('a', '😀', '\ud83d', '\0') })
  const schema = createTextSchema({ min: 2, max: 5 })

  fc.assert(
    fc.property(text, (value) => {
      const length = [...value].length
      const isKept = value.isWellFormed() && !value.includes('\0')

      expect(schema.safeParse(value).success).toBe(isKept && length >= 2 && length <= 5)
    }),
  )
})

test.each(['a/b', 'a\\b', '.', '..', 'a\u202egpj.exe', 'a\nb', '  ', ''])('fileName refuses %j', (name) => {
  expect(fileName.safeParse(name).success).toBe(false)
})

test.each(['javascript:alert(1)', 'ftp://a.example/', 'https://me:you@a.example/', ' https://a.example/', '/path', ''])(
  'pageUrl refuses %j',
  (url) => {
    expect(pageUrl.safeParse(url).success).toBe(false)
  },
)
