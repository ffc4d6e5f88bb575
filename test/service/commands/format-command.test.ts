import { expect, test } from 'vitest'
import { defaultStore, formatCommand } from '../../../src/service/commands/format-command.ts'
import { shell } from '../../../src/text/quote-for-shell.ts'

test.for([
  [{ store: defaultStore }, {}, 'checkwright api-key create'],
  [{ store: 'sqlite:./b.db', org: 'acme' }, {}, 'checkwright api-key create --store sqlite:./b.db --org acme'],
  [
    { store: 'sqlite:./b.db', org: 'acme' },
    { CHECKWRIGHT_STORE: 'sqlite:./b.db', CHECKWRIGHT_ORG: 'acme' },
    'checkwright api-key create',
  ],
  [
    { store: defaultStore },
    { CHECKWRIGHT_STORE: 'sqlite:./b.db' },
    `checkwright api-key create --store ${defaultStore}`,
  ],
  [{ store: 'sqlite:./my store.db' }, {}, "checkwright api-key create --store 'sqlite:./my store.db'"],
] as const)(
  'formatCommand() repeats the global options that are not known otherwise: %o',
  ([options, env, command]) => {
    expect(formatCommand(shell`api-key create`, options, env)).toBe(command)
  },
)

test.for([
  'postgres://ada:canary-77@db.example/checks',
  'postgres://ada:cana@ry-77@db.example/checks',
  'postgres://db.example/checks?user=ada&password=canary-77',
])('formatCommand() shows no password: %s', (store) => {
  const command = formatCommand(shell`runs`, { store }, {})

  expect(command).not.toMatch(/ry-77/)
  expect(command).toContain('PASSWORD')
})
