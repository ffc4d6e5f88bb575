import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { formats, reports } from '../../src/report/reports.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/reports.md', import.meta.url)), 'utf8')
const sections = new Map(
  page
    .split(/^## /m)
    .slice(1)
    .map((section) => [section.split('\n')[0] ?? '', section]),
)

describe('docs/reports.md', () => {
  test('has a section for each format, in order, and for no other', () => {
    expect([...sections.keys()]).toEqual([
      'How a verdict is said in each',
      'Lists',
      'The name of the connection',
      ...formats,
    ])
  })

  test.each(formats)('says what the files of %s are', (format) => {
    const { mediaType, extension } = reports[format]

    expect(sections.get(format)).toContain(`\`${mediaType.split(';')[0]}\`, \`.${extension}\``)
  })

  test('says in its table what every format makes of a verdict', () => {
    const rows = [...page.matchAll(/^\| ([a-z, -]+) \|/gm)].flatMap(([, names = '']) => names.split(', '))

    expect(rows).toEqual(expect.arrayContaining(formats))
  })
})
