import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildSchema, introspectionFromSchema } from 'graphql'
import { expect, test } from 'vitest'
import { readConnector } from '../../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createGraphqlDraft } from '../../../../src/author/new/data/graphql-connector.ts'
import { readRecording } from '../../../../src/author/running/recordings.ts'
import { indexSources } from '../../../../src/author/validate/sources.ts'
import { collectRuleFindings } from '../../../../src/author/validate/validate-connector.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { replayRecording } from '../../../../src/evidence/recording/replay-recording.ts'
import { openNativeProgram } from '../../../types/native-program.ts'
import { readSmallSchema, schemaConnectors, schemaRefusals, writeConnector, writeSchemaFiles } from './make-small.ts'

test.each(schemaConnectors)('a connector is right for a schema that %s', async (_, small, expected) => {
  const { connection, files } = await writeSchemaFiles(small)

  expect(connection.field).toBe(expected.field)
  expect(connection.identity.member.name).toBe(expected.identity ?? 'id')
  expect(connection.identity.possible.map(({ name }) => name)).toEqual(expected.asks ?? [])
  expect(files['acme.ts']).toContain(expected.nodes)
  if (expected.asks) return
  const connector: AnyConnector = (await import(/* @vite-ignore */ join(writeConnector(files), 'acme.ts'))).default
  const findings = await collectRuleFindings(connector, indexSources([]))
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
})

test('every file of these connectors compiles, their tests included, but for those that ask for an id', async () => {
  const folder = fileURLToPath(new URL('./schemas', import.meta.url))
  const made = await Promise.all(schemaConnectors.map(([, small]) => writeSchemaFiles(small)))
  const texts = Object.fromEntries(
    made.flatMap(({ files }, nth) =>
      ['acme.ts', 'acme.test.ts'].map((name) => [`${folder}/${nth}/${name}`, files[name] ?? ''] as const),
    ),
  )

  const complaintsAbout = openNativeProgram([], texts)

  const asking = schemaConnectors.map(([, , { asks }]) => asks !== undefined)
  const complaints = Object.keys(texts).flatMap((path) =>
    complaintsAbout(path).map(({ line, message }) => `${path.slice(folder.length)}:${line} ${message}`),
  )
  const isAsking = (complaint: string) => asking[Number(complaint.split('/')[1])] === true
  expect(complaints.filter((complaint) => !isAsking(complaint))).toEqual([])
  expect(complaints.filter(isAsking)).toContainEqual(expect.stringContaining('Cannot redeclare block-scoped variable'))
}, 60_000)

test.each(schemaConnectors)('a connector file is right for a schema that %s', async (_, small, expected) => {
  const { connector: asked, connection } = await writeSchemaFiles(small)

  const files = await createDataFiles(createGraphqlDraft(asked, connection), './node_modules')

  const read = () => readConnector(files['acme.connector.yaml'] ?? '', { name: 'acme.connector.yaml' })
  if (expected.asks) {
    await expect(read()).rejects.toThrow('acme.connector.yaml')
    return
  }
  const connector = await read()
  const findings = await collectRuleFindings(connector, indexSources([]))
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  const recording = await readRecording(join(writeConnector(files), 'recorded/acme.json'))
  expect(await replayRecording(recording, connector)).toMatchObject({ same: true })
})

test.each(schemaRefusals)(
  'no connector is written, and the reason is told, for a schema that %s',
  async (_, small, { refused }) => {
    await expect(readSmallSchema(small.schema)).rejects.toThrow(refused)
  },
)

test.each(schemaConnectors)(
  'the answer to an introspection query gives the same for a schema that %s',
  async (_, small) => {
    const answer = JSON.stringify({ data: introspectionFromSchema(buildSchema(small.schema)) })

    expect(await readSmallSchema(answer)).toEqual(await readSmallSchema(small.schema))
  },
)
