import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { readConnector } from '../../src/app/runtime/index.ts'
import { fakeVendor } from '../../src/author/testing/index.ts'
import { createFolder, runCheckwright } from '../app/command.ts'
import { acmeYaml } from '../data/acme.ts'
import { parseBlocks } from './blocks.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true, allowUnionTypes: true })
const judge = ajv.compile(JSON.parse(read('docs/schemas/connector-file.schema.json')))

const guides = ['docs/guides/connectors-without-code.md', 'docs/guides/when-typescript.md']
const blocks = guides.flatMap((page) => parseBlocks(page, read(page)))
const yaml = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => text)

const head = `
checkwright: connector/v1
id: acme
name: Acme
baseUrl: https://api.acme.example
auth: { type: api_key, config: { in: header, name: X-Key } }
`

describe('the guides', () => {
  test.each(yaml.map((text) => [text]))('show what Checkwright reads and editors accept: %s', async (text) => {
    const file = text.includes('checkwright: ') ? text : `${head}${text}`

    expect((await readConnector(file)).id).toBe('acme')
    expect([judge(parse(file)), judge.errors]).toEqual([true, null])
  })

  test.each([true, false, undefined, null, 'yes'])(
    'show one vendor both ways, with the same results for %s',
    async (enforced) => {
      const vendor = await fakeVendor({ routes: { 'GET /settings': { json: { id: 7, sso: { enforced } } } } })
      onTestFinished(() => vendor.close())
      const [data = '', code = ''] = ['yaml', 'ts'].map(
        (language) => blocks.findLast((block) => block.language === language)?.text,
      )
      const cwd = createFolder({
        'acme.connector.yaml': data.replace('https://api.acme.example', vendor.url),
        'acme.ts': code.replace('https://api.acme.example', vendor.url),
      })
      const run = async (file: string) => {
        const env = { CHECKWRIGHT_CREDENTIAL_API_KEY: 'k' }
        const { stdout } = await runCheckwright(['run', join(cwd, file), '--allow-private-network', '--json'], {
          cwd,
          env,
        })
        const [check] = JSON.parse(stdout).checks
        return { status: check.status, error: check.error?.kind, results: check.results }
      }

      const [byData, byCode] = [await run('acme.connector.yaml'), await run('acme.ts')]

      expect(byData.status).toBe(enforced === true ? 'pass' : enforced === false ? 'fail' : 'error')
      expect({ status: byData.status, results: byData.results.map(toFacts) }).toEqual({
        status: byCode.status,
        results: byCode.results.map(toFacts),
      })
    },
  )
})

/** Without what every run makes anew. */
function toFacts({ status, resource, title, severity, remediation, evidence, findingId }: Record<string, unknown>) {
  return { status, resource, title, severity, remediation, evidence, findingId }
}

describe('docs/schemas/connector-file.schema.json', () => {
  const good = acmeYaml('https://api.acme.example')

  test('accepts a connector with a bit of everything', () => {
    expect([judge(parse(good)), judge.errors]).toEqual([true, null])
    expect(judge({ ...parse(good), $schema: './connector-file.schema.json' })).toBe(true)
  })

  test('refuses every misspelt member that the code refuses', async () => {
    const file = parse(good)
    for (const path of listPaths(file)) {
      const wrong = renameMember(structuredClone(file), path)

      expect([path.join('.'), judge(wrong)]).toEqual([path.join('.'), false])
      await expect(readConnector(JSON.stringify(wrong)), path.join('.')).rejects.toThrow('cannot be used')
    }
  })

  test('tells what members are for', () => {
    const { properties } = JSON.parse(read('docs/schemas/connector-file.schema.json'))
    expect(properties.checkwright.description).toBe('The format of this file.')
    expect(properties.inventories.items.properties.list.description).toContain("The vendor's list")
  })
})

/** Members that the format names; the author names those of the others. */
function listPaths(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return []
  const isNamedByAuthor = ['record', 'words', 'for', 'let', 'facts', 'evidence', 'query'].includes(path.at(-1) ?? '')
  return Object.entries(value).flatMap(([name, member]) => [
    ...(isNamedByAuthor || Array.isArray(value) ? [] : [[...path, name]]),
    ...listPaths(member, [...path, name]),
  ])
}

function renameMember(file: Record<string, never>, path: readonly string[]): unknown {
  const name = path.at(-1) ?? ''
  const holder: Record<string, unknown> = path.slice(0, -1).reduce((at, step) => at[step] as never, file)
  holder[`${name}x`] = holder[name]
  delete holder[name]
  return file
}
