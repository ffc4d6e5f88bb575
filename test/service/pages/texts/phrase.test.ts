import { expect, test } from 'vitest'
import { phrase } from '../../../../src/service/pages/texts/phrase.ts'

test('phrase() gives the texts and the parts between them in their order', () => {
  expect(phrase`Last seen on ${'Monday'} by ${2} people.`).toEqual(['Last seen on ', 'Monday', ' by ', 2, ' people.'])
})

test('phrase() gives nothing for empty texts and for parts that are not there', () => {
  expect(phrase`${'Monday'}${undefined}${null}`).toEqual(['Monday'])
})
