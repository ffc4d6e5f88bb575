import { readFileSync } from 'node:fs'
import { connectors } from 'checkwright/connectors'
import { expect, test } from 'vitest'
import { createProgram } from '../../src/app/program.ts'
import { rules } from '../../src/author/testing/contract/contract-rules.ts'
import { createProcessTerminal } from '../../src/service/commands/terminal.ts'

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')

test('README.md counts connectors, checks and rules as they are', async () => {
  const loaded = await Promise.all(Object.values(connectors).map((load) => load()))
  const checks = loaded.flatMap((connector) => connector.checks)

  expect(readme).toContain(`${loaded.length} connectors with ${checks.length} checks`)
  expect(readme).toContain(`a contract of ${rules.length} rules`)
})

test('README.md names every command, and no other', async () => {
  const [, table = ''] = /\| to \| commands \|\n([\s\S]*?)\n\n/.exec(readme) ?? []
  const interrupt = { runInterruptibly: () => Promise.reject(new Error('No command runs here.')) }
  const context = { terminal: createProcessTerminal(), interrupt }
  const program = await createProgram({ context, finish: () => undefined }, [])

  const named = [...table.matchAll(/`([a-z-]+)`/g)].map(([, command]) => command)

  expect(named.toSorted()).toEqual(program.commands.map((command) => command.name()).toSorted())
})

test('README.md shows a connector in 20 lines', () => {
  const [, code = ''] = /## Your first connector\n[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme) ?? []

  expect(
    code
      .trim()
      .split('\n')
      .filter((line) => line !== '').length,
  ).toBeLessThanOrEqual(20)
})

test('README.md says once which Node it needs, and every page says the same as package.json', () => {
  const root = new URL('../../', import.meta.url)
  const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
  const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'docs/errors.md', 'docs/guides/first-connector.md']
  const versions = pages.map((page) =>
    [...read(page).matchAll(/Node (\S+) or newer/g)].map(([, version]) => `>=${version}`),
  )
  const { engines } = JSON.parse(read('package.json'))

  expect(versions.map((each) => [...new Set(each)])).toEqual(pages.map(() => [engines.node]))
  expect(versions[0]).toHaveLength(1)
})
