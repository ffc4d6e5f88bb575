import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { listWords } from '../../../../src/service/records/search-words.ts'
import { findSubjects } from '../../../../src/things/questionnaires/ranking/find-subjects.ts'
import { sideSubjects, subjects } from '../../../../src/things/questionnaires/ranking/thesaurus.ts'

const find = (text: string) => [...findSubjects(listWords(text)).subjects.keys()]

describe('findSubjects()', () => {
  test.each([
    ['MFA', 'mfa'],
    ['two-factor authentication', 'mfa'],
    ['ein zweiter Faktor', 'mfa'],
    ['BCM', 'continuity'],
    ['Notfallplan', 'continuity'],
    ['Verschlüsselung', 'crypt'],
    ['encrypted, encrypting and encryption', 'crypt'],
    ['Unterauftragsverarbeiter', 'subprocessor'],
  ])('names one subject for "%s"', (text, subject) => {
    expect(find(text)).toContain(subject)
  })

  test('names the longer of two names that share a word', () => {
    expect(find('Do you train AI models on it?')).toEqual(['ai'])
    expect(find('Do your people get training?')).toEqual(['training'])
    expect(find('Are copies of live data taken?')).toEqual(['backup'])
  })

  test('drops a name that shares a word with a longer one, and none because of a name that it drops', () => {
    expect(find('training for all staff who access customer data')).toEqual(['dataaccess', 'training'])
  })

  test('takes the words of a name even with others in between, but not from far away', () => {
    const near = 'told without any delay of each breach'
    const far = 'told today by our friends at the other end of town about a breach'

    expect(find(near)).toContain('breachnotice')
    expect(find(far)).not.toContain('breachnotice')
  })

  test('leaves the words of no name, and all of a text without a name', () =>
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (texts) => {
        const words = listWords(texts.join(' '))
        const { rest } = findSubjects(words)
        expect(words).toEqual(expect.arrayContaining([...rest]))
      }),
    ))
})

test('subjects are named by words, gaps and choices of words alone', () => {
  const word = String.raw`[\p{Ll}\p{N}]+\*?`
  const part = String.raw`(?:${word}|\((?:${word})(?:,${word})*\))`
  const name = new RegExp(String.raw`^${part}(?: (?:\.\. )?${part})*$`, 'u')
  for (const names of Object.values(subjects)) for (const each of names.split('|')) expect(each.trim()).toMatch(name)
  expect(Object.keys(subjects)).toEqual(expect.arrayContaining(Object.keys(sideSubjects)))
})
