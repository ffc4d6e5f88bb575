import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConnector, runChecks } from '../../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../../src/author/new/data/described-connector.ts'
import type { ImportedConnector } from '../../../../src/author/new/openapi/imported-connector.ts'
import { createImportedFiles } from '../../../../src/author/new/openapi/imported-files.ts'
import { readRecording } from '../../../../src/author/running/recordings.ts'
import { fakeVendor } from '../../../../src/author/testing/index.ts'
import { indexSources } from '../../../../src/author/validate/sources.ts'
import { collectRuleFindings } from '../../../../src/author/validate/validate-connector.ts'
import type { AnyConnector } from '../../../../src/define/index.ts'
import { replayRecording } from '../../../../src/evidence/recording/replay-recording.ts'
import { drawRows } from '../../../setup/short-form.ts'
import { openNativeProgram } from '../../../types/native-program.ts'
import { base, keyAuth } from './describe-vendor.ts'
import { connectors, importSmall, refusals, writeConnector } from './make-small.ts'

/** What runs against the vendor of the description: nothing may end otherwise than by what the vendor says. */
async function runAtVendor(made: ImportedConnector, connector: AnyConnector) {
  const { excerpt, signIn, fields, definition } = made
  const routes = Object.fromEntries(
    Object.entries(signIn.vendor?.loginRoutes ?? {}).map(([path, answer]) => [
      `POST ${new URL(definition.baseUrl).pathname.replace(/\/$/, '')}${path}`,
      answer,
    ]),
  )
  await using vendor = await fakeVendor({
    openapi: excerpt,
    auth: signIn.vendor?.auth,
    credentials: signIn.vendor ? undefined : signIn.expected,
    routes,
    publicRoutes: Object.keys(routes),
  })
  const own = Object.fromEntries(fields.map(({ field, sample }) => [field.id, sample]))
  const credentials = { ...own, ...signIn.credentials }
  const allowPrivateNetwork = definition.baseUrl.startsWith('http:')
  const { checks } = await runChecks(connector, { credentials, fetch: vendor.fetch, allowPrivateNetwork })
  // Answers are made up. A question may find that they do not say enough.
  const errors = checks.flatMap(({ error }) => (error && error.code !== 'CHECK_UNDECIDED' ? [error] : []))
  return { errors, violations: vendor.violations }
}

function formatPath({ checks }: ImportedConnector): string | undefined {
  return checks[0]?.request.path
    .map((part) =>
      typeof part === 'string'
        ? part
        : part.from === 'preset'
          ? String(part.value)
          : `{${part.from === 'field' ? part.id : part.member.name}}`,
    )
    .join('')
}

interface Witness {
  readonly of: { readonly check: string }
  readonly expect: object
  readonly source: { readonly url: null }
}

test.each(drawRows(connectors, 3))('a connector is right for a vendor that %s', async (_, small, expected) => {
  const made = importSmall(small)

  const { definition, checks, fields, notes } = made
  const [
    {
      parents,
      request: {
        next,
        endpoint: { members },
      },
    } = expect.fail('There is no check.'),
  ] = checks
  expect(definition.auth).toMatchObject(expected.auth ?? keyAuth)
  expect(definition.baseUrl).toBe(expected.baseUrl ?? base)
  expect({ headers: definition.headers, query: definition.query }).toEqual({
    headers: expected.headers,
    query: expected.query,
  })
  expect(Object.fromEntries(fields.map(({ field }) => [field.id, field.type]))).toEqual(expected.fields ?? {})
  expect(checks.map(({ request }) => request.server)).toEqual([expected.server])
  if (expected.path !== undefined) expect(formatPath(made)).toBe(expected.path)
  if (expected.outers) expect(parents.map(({ endpoint }) => endpoint.path)).toEqual(expected.outers)
  if (expected.next) expect(next).toEqual(expected.next)
  if (expected.isOfAccounts !== undefined) expect(made.accounts !== undefined).toBe(expected.isOfAccounts)
  if (expected.identity !== undefined)
    expect([members.identity.within?.name, members.identity.name].filter(Boolean).join('.')).toBe(expected.identity)
  expect(members.possible.map(({ name }) => name)).toEqual(expected.asks ?? [])
  if (expected.note) {
    const [pointer, text] = expected.note
    expect(notes.filter((note) => note.pointer === pointer).map(({ message }) => message)).toContainEqual(
      expect.stringContaining(text),
    )
  }
  if (expected.asks) return
  const place = writeConnector(createImportedFiles(made))
  const connector: AnyConnector = (await import(/* @vite-ignore */ join(place, 'acme.ts'))).default
  const findings = await collectRuleFindings(connector, indexSources([]))
  expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  expect(await runAtVendor(made, connector)).toEqual({ errors: [], violations: [] })
})

test('every file of these connectors compiles, their tests included, but for those that ask for an id', () => {
  const folder = fileURLToPath(new URL('./small', import.meta.url))
  const texts = Object.fromEntries(
    connectors.flatMap(([, small], nth) =>
      Object.entries(createImportedFiles(importSmall(small)))
        .filter(([name]) => name.endsWith('.ts'))
        .map(([name, text]) => [`${folder}/${nth}/${name}`, text] as const),
    ),
  )

  const complaintsAbout = openNativeProgram([], texts)

  const complaints = Object.keys(texts).flatMap((path) =>
    complaintsAbout(path).map(({ line, message }) => `${path.slice(folder.length)}:${line} ${message}`),
  )
  const isAsking = (complaint: string) => connectors[Number(complaint.split('/')[1])]?.[2].asks !== undefined
  expect(complaints.filter((complaint) => !isAsking(complaint))).toEqual([])
  const asking = connectors.flatMap(([, , { asks }], nth) => (asks ? [nth] : []))
  for (const nth of asking)
    expect(complaints).toContainEqual(
      expect.stringMatching(new RegExp(`^/${nth}/checks/.* Cannot redeclare block-scoped variable`)),
    )
}, 60_000)

test.each(drawRows(connectors, 3))(
  'a connector file is right, or refused with the reason, for a vendor that %s',
  async (_, small, expected) => {
    const made = importSmall(small)
    if (expected.noData !== undefined) {
      expect(() => createDescribedDraft(made)).toThrow(expected.noData)
      return
    }

    const files = await createDataFiles(createDescribedDraft(made), './node_modules')
    const read = async () => readConnector(files['acme.connector.yaml'] ?? '', { name: 'acme.connector.yaml' })

    if (expected.asks) {
      await expect(read()).rejects.toThrow('acme.connector.yaml')
      return
    }
    const connector = await read()
    const findings = await collectRuleFindings(connector, indexSources([]))
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
    const place = writeConnector(files)
    const recording = await readRecording(join(place, 'recorded/acme.json'))
    expect(await replayRecording(recording, connector)).toMatchObject({ same: true })
    const proposed: { readonly witnesses?: readonly Witness[] } | null = parse(files['acme.proposed.yaml'] ?? '')
    expect((proposed?.witnesses ?? []).map((each) => [each.of.check, each.expect, each.source.url])).toEqual(
      connector.checks.map(({ id }) => [id, { [id]: null }, null]),
    )
  },
)

test.each(refusals)(
  'no connector is written, and the reason is told, for a vendor that %s',
  (_, small, { refused }) => {
    expect(() => createImportedFiles(importSmall(small))).toThrow(refused)
  },
)
