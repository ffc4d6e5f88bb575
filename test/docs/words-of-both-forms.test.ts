import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const checkout = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(checkout, path), 'utf8')

/** Names of the members that an interface declares itself. */
function listMembers(path: string, name: string): readonly string[] {
  const [, body = ''] =
    new RegExp(String.raw`^export interface ${name}\b[^{]*\{\n(.*?)^\}`, 'ms').exec(read(path)) ?? []
  return [...body.matchAll(/^ {2}(?:readonly )?([a-zA-Z]+)\??[:(<]/gm)].map(([, member = '']) => member)
}

function listProperties(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const own = 'properties' in value && typeof value.properties === 'object' ? Object.keys(value.properties ?? {}) : []
  return [...own, ...Object.values(value).flatMap(listProperties)]
}

const properties = new Set(listProperties(JSON.parse(read('docs/schemas/connector-file.schema.json'))))
const isNamed = (member: string) => new RegExp(String.raw`[\`.]${member}\``).test(guide)
const guide = read('docs/guides/when-typescript.md')

test.each([
  ['src/define/connector/connector-definition.ts', 'ConnectorDefinition'],
  ['src/define/check/check.ts', 'CheckData'],
  ['src/define/check/check.ts', 'BaseContext'],
  ['src/define/check/vendor-client.ts', 'RequestOptions'],
  ['src/define/check/vendor-client.ts', 'PaginateOptions'],
  ['src/define/check/vendor-client.ts', 'VendorClient'],
  ['src/define/check/reading-context.ts', 'ReadingContext'],
  ['src/define/check/inventory.ts', 'InventoryData'],
  ['src/define/check/hooks.ts', 'CommonHooks'],
  ['src/define/check/hooks.ts', 'AuthenticateHook'],
  ['src/define/check/hooks.ts', 'TokenHook'],
])('%s: a connector file has each member of %s, or the guide says why not', (path, name) => {
  const members = listMembers(path, name)

  expect(members.length).toBeGreaterThan(0)
  expect(members.filter((member) => !properties.has(member) && !isNamed(member))).toEqual([])
})
