import { expect, test } from 'vitest'
import type { CredentialField } from '../../../src/define/index.ts'
import { askFields, askSeveral } from '../../../src/service/commands/prompts.ts'
import { canary } from '../../app/acme.ts'
import { createAnsweringTerminal, down } from '../../app/answering.ts'

const fields: readonly CredentialField[] = [
  { id: 'site', label: 'Site', type: 'url', required: true },
  { id: 'token', label: 'Token', type: 'password', required: true },
  {
    id: 'region',
    label: 'Region',
    type: 'select',
    options: [
      { value: 'eu', label: 'Europe' },
      { value: 'us', label: 'United States' },
    ],
  },
  { id: 'note', label: 'Note', type: 'text' },
]

test('askFields() asks every field, asks again for what is not valid, and never shows a password', async () => {
  const { terminal, shown } = createAnsweringTerminal([
    ['Site', 'acme\r'],
    ['must be a URL', `${'\u007f'.repeat(4)}https://acme.example\r`],
    ['Token', `${canary}\r`],
    ['Region', `${down}${down}\r`],
    ['Note (optional)', '\r'],
  ])

  const values = await askFields(fields, terminal)

  expect(values).toEqual({ site: 'https://acme.example', token: canary, region: 'us' })
  expect(shown()).not.toContain(canary)
})

test('askFields() ends in CANCELLED when the person gives up', async () => {
  const { terminal } = createAnsweringTerminal([['Site', '\u0003']])

  await expect(askFields(fields, terminal)).rejects.toMatchObject({ code: 'CANCELLED' })
})

test('askSeveral() gives what is chosen, what was chosen before included', async () => {
  const { terminal } = createAnsweringTerminal([['Which?', `${down}${down} \r`]])

  const chosen = await askSeveral('Which?', ['a', 'b', 'c'], ['a'], terminal)

  expect(chosen).toEqual(['a', 'c'])
})
