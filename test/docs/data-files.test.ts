import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { createSchemaPages } from '../../scripts/docs/data-schemas.ts'
import { parseFramework } from '../../src/checks/controls/frameworks/parse-framework.ts'
import { loadSurroundings } from '../../src/checks/controls/frameworks/shipped-frameworks.ts'
import { parseWaivers } from '../../src/checks/waivers/parse-waivers.ts'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The YAML that a page shows. */
function yamlIn(path: string): string {
  const [, yaml = ''] = /```yaml\n(.*?)```/s.exec(read(path)) ?? []
  expect(yaml).not.toBe('')
  return yaml
}

function judgeOf(name: string) {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true })
  formats.default(ajv)
  return ajv.compile(JSON.parse(read(`docs/schemas/${name}.schema.json`)))
}

test.each(createSchemaPages())('$path is what the code demands', ({ path, text }) => {
  expect(read(path)).toBe(text)
})

describe('docs/waivers.md', () => {
  const yaml = yamlIn('docs/waivers.md')
  const now = new Date('2026-05-31T12:00:00Z')

  test('shows a file that Checkwright reads and editors accept', () => {
    const waivers = parseWaivers('waivers.yaml', new TextEncoder().encode(yaml), now)

    expect(waivers).toHaveLength(2)
    const judge = judgeOf('waivers')
    expect([judge(parse(yaml)), judge.errors]).toEqual([true, null])
  })

  test.each([
    ['a misspelt member', yaml.replace('approver', 'aprover')],
    ['no expiry', yaml.replace('    expires: 2026-07-31\n', '')],
    ['a day that is none', yaml.replace('07-31', '02-31')],
    ['an empty list', yaml.replace(/\[ci-bot.*/, '[]')],
  ])('and both refuse %s', (_name, wrong) => {
    const judge = judgeOf('waivers')

    expect(judge(parse(wrong))).toBe(false)
    expect(() => parseWaivers('waivers.yaml', new TextEncoder().encode(wrong), now)).toThrow('cannot be used')
  })
})

describe('docs/controls.md', () => {
  const yaml = yamlIn('docs/controls.md')

  test('shows a file that Checkwright reads and editors accept', async () => {
    const around = await loadSurroundings()

    const framework = parseFramework('acme.yaml', new TextEncoder().encode(yaml), around)

    expect(framework.mappings).toHaveLength(3)
    const judge = judgeOf('framework')
    expect([judge(parse(yaml)), judge.errors]).toEqual([true, null])
  })
})
