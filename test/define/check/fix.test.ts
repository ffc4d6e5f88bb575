import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fillFix } from '../../../src/define/check/fix.ts'

const source = 'https://acme.example/cli'
const none = { resource: {}, evidence: null, connection: {}, variables: {} }

/** A command about a resource of this id. */
const mend = (
  id: unknown,
  command = "acme users lock {resource.id} --why 'no second factor' --path orgs/{resource.id}/x",
) => fillFix({ command, source }, { ...none, resource: { id } })

test('fillFix() gives one command, in which each value is one word or a part of one', () => {
  const command = fillFix(
    {
      command:
        "acme lock --org {connection.org} --name={resource.name} {evidence.key.ids} 'a b' --days {variables.days}",
      source,
    },
    {
      resource: { name: 'Grace H' },
      evidence: { key: { ids: 7 } },
      connection: { org: 'octo' },
      variables: { days: 90 },
    },
  )

  expect(command).toBe("acme lock --org octo '--name=Grace H' 7 'a b' --days 90")
})

test.each([
  ...[
    '$(rm -rf ~)',
    '`id`',
    "it's",
    'a"b',
    'a\nb',
    'a\r\nb',
    '-rf',
    '--force',
    ';reboot',
    'a|b',
    'a&b',
    'a>b',
    '%PATH%',
    '!x',
  ],
  ...[
    '@/etc/passwd',
    'file:///etc/passwd',
    'fileb://x',
    '../../admin',
    'a/../b',
    'a/..',
    '.',
    'a//b',
    'a\\b',
    '‘x’',
    '“x”',
    'a\u202eb',
  ],
  ...[
    '{x}',
    '(x)',
    '[x]',
    'a*',
    '?',
    '~',
    '#',
    '',
    ' a',
    'a ',
    '\u0000',
    'ａ',
    'x'.repeat(501),
    null,
    undefined,
    true,
    {},
    [],
  ],
])('fillFix() offers no command with %j in it', (id) => {
  expect(mend(id)).toBeUndefined()
})

test('fillFix() reads members of a value alone, and none that it inherits', () => {
  const of = (command: string) => fillFix({ command, source }, { ...none, evidence: { list: ['a'], text: 'abc' } })

  expect(of('acme {evidence.constructor.name}')).toBeUndefined()
  expect(of('acme {evidence.text.length}')).toBeUndefined()
  expect(of('acme {evidence.list}')).toBeUndefined()
  expect(of('acme {evidence.list.0}')).toBe('acme a')
})

test('whatever a resource is called, a command is offered only if a shell takes the name for one word', () => {
  const marks = fc.string({ unit: fc.constantFrom(...'aB7 ._:/@+=,-$`\'"\\;|&<>(){}[]*?!#%^~\n'), maxLength: 12 })
  const offered = fc
    .sample(fc.oneof(marks, fc.string({ unit: fc.constantFrom(...'aB7 ._:/@+=,-'), maxLength: 8 })), 2_000)
    .flatMap((id) => {
      const command = mend(id)
      return command === undefined ? [] : [{ id, command }]
    })

  expect(offered.length).toBeGreaterThan(50)
  // Outside of single quotes, what PowerShell and POSIX shells read alike.
  for (const { command } of offered) expect(command.replaceAll(/'[^']*'/g, '')).toMatch(/^[\w ./:@+-]*$/)
  const script = offered.map(({ command }) => `${command.replace('acme', "printf '%s\\0'")};`).join(' ')
  const read = execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1)
  expect(read).toEqual(
    offered.flatMap(({ id }) => ['users', 'lock', id, '--why', 'no second factor', '--path', `orgs/${id}/x`]),
  )
})
