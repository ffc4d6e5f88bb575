import { expect, test } from 'vitest'
import { createDataFiles } from '../../../../src/cli/new/data/data-files.ts'
import { createPlainDraft } from '../../../../src/cli/new/data/plain-connector.ts'
import { createNewConnector } from '../../../../src/cli/new/new-connector.ts'
import { parseRecording } from '../../../../src/evidence/recording/read-recording.ts'
import { replayRecording } from '../../../../src/evidence/recording/replay-recording.ts'
import { readConnector } from '../../../../src/runtime/index.ts'

const create = (authType: 'api_key' | 'basic' | 'oauth2' | 'custom', baseUrl: string) =>
  createPlainDraft(createNewConnector({ id: 'acme', name: 'Acme: "the" #1', authType, baseUrl }))

test.each([
  ['api_key', 'https://api.acme.example'],
  ['basic', 'https://{domain}.acme.example/api'],
  ['oauth2', 'http://localhost:1234'],
] as const)(
  'a file that signs in by %s is read, and its recorded answers give every verdict again',
  async (type, baseUrl) => {
    const files = await createDataFiles(create(type, baseUrl))

    const text = files['acme.connector.yaml'] ?? ''
    const recording = parseRecording(files['recorded/acme.json'] ?? '', 'acme.json')
    const connector = await readConnector(text, { name: 'acme.connector.yaml' })
    const replay = await replayRecording(recording, connector)

    expect(text).toMatch(/^# yaml-language-server: .*\n\$schema: \S+connector-file\.schema\.json\n/)
    expect(recording.connector).toMatchObject({ source: connector.source, file: '../acme.connector.yaml' })
    expect(recording.inventories).toMatchObject([{ complete: true, count: 3 }])
    expect(recording.checks.map(({ id, results }) => [id, results.map(({ status }) => status)])).toEqual([
      ['second-factor', ['pass', 'fail', 'pass']],
      ['stale-accounts', ['pass', 'fail', 'fail']],
    ])
    expect(replay.same).toBe(true)
  },
)

test('a login that needs code is refused with what to do', () => {
  expect(() => create('custom', 'https://api.acme.example')).toThrow(/--data signs in by api_key, basic or oauth2/)
})
