import { expect, test } from 'vitest'
import { encodeQuery } from '../../../src/data/schemes/encode-query.ts'

test('encodeQuery() writes parameters as RFC 3986 says, in their order', () => {
  const params = new URLSearchParams([
    ['q', 'hello world'],
    ['b', "it's (1+1)*2!"],
    ['a', '~-_.é/?'],
    ['q', ''],
  ])

  expect(encodeQuery(params)).toBe('q=hello%20world&b=it%27s%20%281%2B1%29%2A2%21&a=~-_.%C3%A9%2F%3F&q=')
})
