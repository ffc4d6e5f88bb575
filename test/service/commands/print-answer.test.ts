import { expect, test } from 'vitest'
import { exitCodes } from '../../../src/service/commands/exit-codes.ts'
import { printDone, printList } from '../../../src/service/commands/print-answer.ts'
import type { Terminal } from '../../../src/service/commands/terminal.ts'

/** A terminal that keeps what is printed. */
function openTerminal() {
  const printed: unknown[] = []
  const out = {
    width: 80,
    paint: (_style: unknown, text: string) => text,
    line: (text: string) => printed.push(text),
    write: (text: string) => printed.push(text),
  }
  const terminal = { out, json: (value: unknown) => printed.push({ json: value }) } as unknown as Terminal
  return { terminal, printed }
}

const rows = { none: 'There are none.', toCells: ({ id, name }: { id: string; name: string }) => [id, name] }

test('printList() prints a line for each row, the sentence for none, and the rows themselves with --json', () => {
  const { terminal, printed } = openTerminal()
  const list = [
    { id: 'b1', name: 'Box' },
    { id: 'b20', name: 'Crate' },
  ]

  expect(printList({}, terminal, list, rows)).toBe(exitCodes.fine)
  printList({}, terminal, [], rows)
  printList({ json: true }, terminal, list, rows)
  printList({ json: true }, terminal, [], rows)

  expect(printed).toEqual(['b1   Box\nb20  Crate\n', 'There are none.', { json: list }, { json: [] }])
})

test('printDone() prints the sentence, or the value with --json', () => {
  const { terminal, printed } = openTerminal()

  expect(printDone({}, terminal, { id: 'b1' }, 'It is closed.')).toBe(exitCodes.fine)
  printDone({ json: true }, terminal, { id: 'b1' }, 'It is closed.')

  expect(printed).toEqual(['It is closed.', { json: { id: 'b1' } }])
})
