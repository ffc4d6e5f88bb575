import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConnector, runChecks } from '../../../src/app/runtime/index.ts'
import { createDataFiles } from '../../../src/author/new/data/data-files.ts'
import { createDescribedDraft } from '../../../src/author/new/data/described-connector.ts'
import { createImportedConnector, type ImportedConnector } from '../../../src/author/new/openapi/imported-connector.ts'
import { createImportedFiles } from '../../../src/author/new/openapi/imported-files.ts'
import { fakeVendor } from '../../../src/author/testing/index.ts'
import { indexSources } from '../../../src/author/validate/sources.ts'
import { collectRuleFindings } from '../../../src/author/validate/validate-connector.ts'
import type { AnyConnector } from '../../../src/define/index.ts'
import { openDescription } from '../../../src/descriptions/description.ts'
import { createFolder } from '../../app/command.ts'
import { openNativeProgram } from '../../types/native-program.ts'
import { type SmallDescription, smallDescriptions } from './small-descriptions.ts'

function importSmall({ openapi, baseUrl, authType }: SmallDescription): ImportedConnector {
  const description = openDescription(openapi)
  if (!description) throw new TypeError('This is no description.')
  return createImportedConnector(description, {
    id: 'acme',
    name: 'Acme',
    authType,
    keyPrefix: undefined,
    baseUrl,
    madeUpUrl: 'https://made.acme.example',
    endpoints: [],
    most: 5,
  })
}

function writeConnector(files: Readonly<Record<string, string>>): string {
  const place = createFolder()
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(place, name)), { recursive: true })
    writeFileSync(join(place, name), text)
  }
  return place
}

/** What runs against the vendor of the description: nothing may end otherwise than by what the vendor says. */
async function runAtVendor(made: ImportedConnector, connector: AnyConnector) {
  const { excerpt, signIn, fields } = made
  const routes = Object.fromEntries(
    Object.entries(signIn.vendor?.loginRoutes ?? {}).map(([path, answer]) => [
      `POST ${new URL(made.definition.baseUrl).pathname.replace(/\/$/, '')}${path}`,
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
  const { checks } = await runChecks(connector, { credentials, fetch: vendor.fetch })
  return { errors: checks.flatMap(({ error }) => error ?? []), violations: vendor.violations }
}

test.each(smallDescriptions.map((small) => [small.situation, small] as const))(
  'a connector is right for a vendor that %s',
  async (_, small) => {
    const { expected } = small
    const made = importSmall(small)
    const place = writeConnector(createImportedFiles(made))
    const connector: AnyConnector = (await import(/* @vite-ignore */ join(place, 'acme.ts'))).default

    const { definition, checks, fields, notes } = made
    expect(definition.auth).toMatchObject(expected.auth)
    expect(definition.baseUrl).toBe(expected.baseUrl ?? 'https://api.acme.example/v1')
    expect({ headers: definition.headers, query: definition.query }).toEqual({
      headers: expected.headers,
      query: expected.query,
    })
    expect(Object.fromEntries(fields.map(({ field }) => [field.id, field.type]))).toEqual(expected.fields ?? {})
    expect(checks.map(({ request }) => request.server)).toEqual([expected.server])
    if (expected.note) {
      const [pointer, text] = expected.note
      expect(notes.filter((note) => note.pointer === pointer).map(({ message }) => message)).toContainEqual(
        expect.stringContaining(text),
      )
    }
    const findings = await collectRuleFindings(connector, indexSources([]))
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
    expect(await runAtVendor(made, connector)).toEqual({ errors: [], violations: [] })
  },
)

test('every file of these connectors compiles, their tests included', () => {
  const folder = fileURLToPath(new URL('./small', import.meta.url))
  const texts = Object.fromEntries(
    smallDescriptions.flatMap((small, nth) =>
      Object.entries(createImportedFiles(importSmall(small)))
        .filter(([name]) => name.endsWith('.ts'))
        .map(([name, text]) => [`${folder}/${nth}/${name}`, text] as const),
    ),
  )

  const complaintsAbout = openNativeProgram([], texts)

  const complaints = Object.keys(texts).flatMap((path) =>
    complaintsAbout(path).map(({ line, message }) => `${path.slice(folder.length)}:${line} ${message}`),
  )
  expect(complaints).toEqual([])
}, 60_000)

test.each(smallDescriptions.map((small) => [small.situation, small] as const))(
  'a connector file is right, or refused with the reason, for a vendor that %s',
  async (_, small) => {
    const made = importSmall(small)
    if (small.expected.noData !== undefined) {
      expect(() => createDescribedDraft(made)).toThrow(small.expected.noData)
      return
    }

    const files = await createDataFiles(createDescribedDraft(made), './node_modules')
    const connector = await readConnector(files['acme.connector.yaml'] ?? '', { name: 'acme.connector.yaml' })

    const findings = await collectRuleFindings(connector, indexSources([]))
    expect(findings.filter(({ level }) => level === 'error')).toEqual([])
  },
)
