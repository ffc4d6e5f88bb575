import { Command } from 'commander'
import { expect, test } from 'vitest'
import type { Context } from '../../../src/service/commands/context.ts'
import { exitCodes } from '../../../src/service/commands/exit-codes.ts'
import { createAct } from '../../../src/service/commands/register.ts'

const context = { terminal: {}, interrupt: {} } as Context

test('createAct() gives the work its arguments, all options and the context, and passes its exit code on', async () => {
  const codes: number[] = []
  const given: unknown[] = []
  const act = createAct({ context, finish: (code) => codes.push(code) })
  const program = new Command('checkwright').option('--org <id>')
  const work = async (...all: unknown[]) => {
    given.push(...all)
    return exitCodes.failed
  }
  program
    .command('rename')
    .argument('<id>')
    .argument('[name]')
    .option('--quiet')
    .action(act(async () => work))

  await program.parseAsync(['--org', 'acme', 'rename', 'b1', '--quiet'], { from: 'user' })

  expect(given).toEqual(['b1', undefined, { org: 'acme', quiet: true }, context])
  expect(codes).toEqual([exitCodes.failed])
})

test('createAct() loads no work of a command that is not chosen', async () => {
  const loaded: string[] = []
  const act = createAct({ context, finish: () => undefined })
  const program = new Command('checkwright')
  for (const name of ['list', 'revoke'])
    program.command(name).action(
      act(async () => {
        loaded.push(name)
        return async () => exitCodes.fine
      }),
    )

  await program.parseAsync(['list'], { from: 'user' })

  expect(loaded).toEqual(['list'])
})
