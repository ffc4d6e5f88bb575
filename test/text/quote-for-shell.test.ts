import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shell } from '../../src/text/quote-for-shell.ts'

test('shell`` fills in one word, whatever it holds, as a shell reads it', () => {
  const names = [
    "it's",
    '$(touch x)',
    '`id`',
    'a b',
    'a"b',
    '$HOME',
    '!',
    '\\',
    '*',
    ';',
    '&',
    '|',
    '>',
    'a\nb',
    '~',
    '#',
  ]
  const words = [...names, ...names.map((name) => `${name}${name}`), '', 'é', '…', "''", "$'a'"]

  const printed = words.map((word) => `printf '%s\\0' ${shell`${word}`};`).join(' ')
  const read = execFileSync('sh', ['-c', printed], { encoding: 'utf8' }).split('\0').slice(0, -1)

  expect(read).toEqual(words)
})

test('shell`` leaves words of a command as they are', () => {
  const connect = shell`connect ${'my file.yaml'}`

  expect(String(shell`${connect} --connection ${'c1'} --days ${30}`)).toBe(
    "connect 'my file.yaml' --connection c1 --days 30",
  )
})

test('shell`` makes a word of each item of a list', () => {
  expect(String(shell`validate ${['a b', '$HOME', '--hints']}`)).toBe("validate 'a b' '$HOME' --hints")
})

test('shell`` gives a shell exactly the text of any word', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme-ascii' }), { minLength: 20, maxLength: 40 }), (words) => {
      const printed = words.map((word) => `printf '%s\\0' ${shell`${word}`};`).join(' ')
      const read = execFileSync('sh', ['-c', printed], { encoding: 'utf8' }).split('\0').slice(0, -1)
      expect(read).toEqual(words)
    }),
    { numRuns: 5 },
  )
})
