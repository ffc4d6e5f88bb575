import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { processTerminal } from '../../src/cli/output/terminal.ts'
import { askFields } from '../../src/cli/prompts.ts'
import type { CredentialField } from '../../src/define/index.ts'
import { canary } from './acme.ts'

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

const down = '\u001b[B'

/** Types each answer once its question is there. */
function answering(answers: readonly (readonly [question: string, keys: string])[]) {
  const stdin = new PassThrough()
  const stderr = new PassThrough()
  const left = [...answers]
  let shown = ''
  stderr.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
    const [question, keys] = left[0] ?? []
    if (question === undefined || !shown.includes(question)) return
    left.shift()
    // One key at a time, as fingers do, and none before the question is drawn to its end.
    setImmediate(() => {
      for (const key of keys?.match(/\u001b\[B|[\s\S]/g) ?? []) stdin.write(key)
    })
  })
  const terminal = processTerminal({ stdin, stdout: new PassThrough(), stderr, env: {} })
  return { terminal, shown: () => shown }
}

test('askFields() asks every field, asks again for what is not valid, and never shows a password', async () => {
  const { terminal, shown } = answering([
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
  const { terminal } = answering([['Site', '\u0003']])

  await expect(askFields(fields, terminal)).rejects.toMatchObject({ code: 'CANCELLED' })
})
