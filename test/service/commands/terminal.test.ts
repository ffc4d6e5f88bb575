import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatColumns } from '../../../src/service/commands/format-columns.ts'
import { createProcessTerminal } from '../../../src/service/commands/terminal.ts'

/** A terminal, or a log if it is none, and what arrived there. */
function openTerminal(isTTY: boolean) {
  const stdout = Object.assign(new PassThrough(), { isTTY, columns: 80 })
  const { out } = createProcessTerminal({ stdin: new PassThrough(), stdout, stderr: new PassThrough(), env: {} })
  return { out, read: () => String(stdout.read() ?? '') }
}

/** Names as somebody at a vendor may write them. */
const hostile = [
  '\u001b]0;title\u0007x',
  '\u001b]8;;https://evil.example\u001b\\x\u001b]8;;\u001b\\',
  '\u001b[2J\u001b[Hx',
  '\u009b31mx',
  '\u001b[31mx\u001b[0m',
  '\u001bP+q544e\u001b\\x',
  'a\rb',
  'a\u0008b',
  '\u202ex',
  'x\u{e0041}',
  'a\n::set-output name=x::y',
  'a\n##vso[task.setvariable variable=x]y',
]

const obeyed = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}]/u
const commandOfLog = /^\s*::[a-z]|##(?:vso|teamcity)?\[/im

test.each([true, false])('Output.line() prints one harmless line, whoever wrote the text (terminal: %s)', (isTTY) => {
  const { out, read } = openTerminal(isTTY)

  for (const text of hostile) {
    out.line(`Name: ${text}`)
    const printed = read()
    expect(printed).not.toMatch(obeyed)
    expect(printed).not.toMatch(commandOfLog)
    expect(printed.indexOf('\n')).toBe(printed.length - 1)
  }
})

test.each([true, false])('formatColumns() gives each row its line, whoever wrote the cells (terminal: %s)', (isTTY) => {
  const { out, read } = openTerminal(isTTY)

  out.write(
    formatColumns(
      hostile.map((text, index) => [String(index), text, 'end']),
      { width: 200, paint: out.paint },
    ),
  )

  const printed = read().replaceAll(/\u001b\[(?:1|22)m/g, '')
  expect(printed).not.toMatch(obeyed)
  expect(printed).not.toMatch(commandOfLog)
  expect(printed.trimEnd().split('\n').length).toBe(hostile.length)
})

test('Output.paint() colours a terminal; the same sequence from outside does not', () => {
  const { out, read } = openTerminal(true)
  const red = out.paint('red', 'x')

  out.line(`${red} \u001b[32my\u001b[0m`)
  const line = read()
  out.write(`${red}\n`)
  const written = read()
  out.draw(red)

  expect([line, written, read()]).toEqual([
    '\u001b[31mx\u001b[39m y\n',
    '\u001b[31mx\u001b[39m\n',
    '\r\u001b[31mx\u001b[39m\u001b[K',
  ])
})

test('Output.write() leaves the text of a file as it is, except what a log obeys', () => {
  const { out, read } = openTerminal(false)

  out.write('a\tb\u202e\r\n##[set-output x]y\n')

  expect(read()).toBe('a\tb\u202e\r\n## [set-output x]y\n')
})

test('Output.line() prints no sequence of any text', () => {
  const { out, read } = openTerminal(true)
  const pieces = fc.constantFrom(
    '\u001b',
    '[',
    ']',
    '8;;',
    '\u009b',
    '\u009d',
    'm',
    '31',
    '\u0007',
    '\\',
    'a',
    '\r',
    '\n',
  )

  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
      out.line(parts.join(''))
      expect(read()).not.toMatch(obeyed)
    }),
  )
})
