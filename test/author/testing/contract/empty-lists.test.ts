import { expect, test } from 'vitest'
import { emptyText } from '../../../../src/author/testing/contract/empty-lists.ts'

test.each([
  ['{"users":[{"tags":["a"]}],"total":1}', '{"users":[],"total":1}'],
  ['[1,2]', '[]'],
  [
    '<Users><member><Name>a</Name><Tags><member><Key>k</Key></member></Tags></member><member><Name>b</Name></member></Users><More>false</More>',
    '<Users></Users><More>false</More>',
  ],
  ['<vpcSet><item><vpcId>v</vpcId></item></vpcSet>', '<vpcSet></vpcSet>'],
  ['no list', 'no list'],
  ['', ''],
])('emptyText() makes of %s the same with empty lists', (text, expected) => {
  expect(emptyText(text)).toBe(expected)
})
