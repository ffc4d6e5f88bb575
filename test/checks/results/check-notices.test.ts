import { expect, test } from 'vitest'
import { Notices } from '../../../src/checks/results/check-notices.ts'

test('Notices says each kind in one sentence, with each place once', () => {
  const notices = new Notices()
  for (let times = 0; times < 3; times++) notices.note('secret', 'evidence.users[].token')
  notices.note('secret', 'title')
  notices.note('repeated', 'user u1')

  const sentences = [...notices.sentences('people')]

  expect(sentences).toEqual([
    'Check "people" put a secret into a result: evidence.users[].token (3 times), title. Checkwright removed it. Do not report secrets.',
    'Check "people" reported the same resource more than once: user u1. Report each resource once.',
  ])
})

test('Notices names twenty places and counts what is elsewhere, so that a sentence stays short', () => {
  const notices = new Notices()
  for (let nth = 0; nth < 1_000; nth++) notices.note('contradicted', `user u${nth}`)

  const [sentence = ''] = notices.sentences('people')

  expect(sentence).toContain('user u19, and 980 times elsewhere')
  expect(sentence).not.toContain('u20')
})

test('Notices says nothing where nothing was noted', () => {
  expect([...new Notices().sentences('people')]).toEqual([])
})
