import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/security.md', import.meta.url), 'utf8')
const [, model = ''] = /^## Threat model\n(.*?)^## /ms.exec(page) ?? []
const rows = model.split('\n').filter((line) => /^\| (?!---|can try to)/.test(line))

describe('the threat model of docs/security.md', () => {
  test.each([
    'Tenant admin',
    'Tenant member',
    'API key',
    'Vendor',
    'Connector author',
    'Bundle giver',
    'Person at the network',
  ])('has rows for: %s', (actor) => {
    const [, section = ''] = new RegExp(`^### ${actor}\n(.*?)(?=^### |$(?![\\s\\S]))`, 'ms').exec(model) ?? []

    expect(section.split('\n').filter((line) => /^\| (?!---|can try to)/.test(line)).length).toBeGreaterThan(2)
  })

  test.each(rows)('names tests that exist: %s', (row) => {
    const named = [...row.matchAll(/`(test\/[\w/.-]+\.test\.ts)`/g)].map(([, file = '']) => file)

    expect(named).not.toEqual([])
    expect(named.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([])
  })
})
