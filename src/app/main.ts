import { type Command, CommanderError } from 'commander'
import { CheckwrightError, createUsageError, describeSystemCode } from '../errors/index.ts'
import type { Context } from '../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../service/commands/exit-codes.ts'
import { createProcessInterrupt } from '../service/commands/interrupt.ts'
import { redirectConsole } from '../service/commands/redirect-console.ts'
import { tellError } from '../service/commands/report-error.ts'
import { createProcessTerminal, type Output, type Terminal } from '../service/commands/terminal.ts'
import { createProgram } from './program.ts'

/** Runs one command line in this process and ends it with the exit code. */
export async function runMain(argv: readonly string[]): Promise<void> {
  const streams = takeStreams()
  let outputError: NodeJS.ErrnoException | undefined
  // The command goes on without it: what it does, and what it finds, do not depend on who reads.
  streams.stdout.on('error', (error: NodeJS.ErrnoException) => {
    outputError ??= error
  })
  const terminal = createProcessTerminal(streams)
  // Node would end with 1, which means a failing result here.
  process.on('uncaughtException', (error) => {
    process.exit(tellError(createLostError(error), terminal, readOutputFlags(argv)))
  })
  const flushConsole = redirectConsole(terminal, streams)
  process.on('exit', flushConsole)
  // A library that a check calls uses up ten frames before the check's own come.
  Error.stackTraceLimit = 50
  const exitCode = await executeCommand(argv, { terminal, interrupt: createProcessInterrupt(process, streams) })
  flushConsole()
  await Promise.all([flush(streams.stdout), flush(streams.stderr)])
  const lost = outputError && tellLostOutput(outputError, terminal)
  await flush(streams.stderr)
  // Without it Node takes the whole heap apart first, which takes a tenth of the time of a short command.
  process.exit(exitCode === exitCodes.fine ? (lost ?? exitCode) : exitCode)
}

/** What was not written is not known to anybody, so that a command that is fine otherwise could not tell. */
function tellLostOutput(error: NodeJS.ErrnoException, { err }: Pick<Terminal, 'err'>): ExitCode {
  const why =
    error.code === 'EPIPE'
      ? 'Its reader stopped before the command had ended'
      : `It could not be written${describeSystemCode(error)}`
  err.line(
    `error: The output is not complete. ${why}. Write it to a file, and read that: --out, or > file. (CLI_FILE_FAILED)`,
  )
  return exitCodes.undecided
}

/** The process's streams, which a connector gets no more. Each is made when it is first used, as Node does. */
function takeStreams() {
  const { env } = process
  const take = <Name extends 'stdin' | 'stdout' | 'stderr'>(name: Name): (() => (typeof process)[Name]) => {
    const { get, value } = Object.getOwnPropertyDescriptor(process, name) ?? {}
    return () => get?.call(process) ?? value
  }
  const [stdin, stdout, stderr] = [take('stdin'), take('stdout'), take('stderr')] as const
  return {
    env,
    get stdin() {
      return stdin()
    },
    get stdout() {
      return stdout()
    },
    get stderr() {
      return stderr()
    },
  }
}

/** Resolves when a pipe has all that was written. */
function flush(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableLength === 0) resolve()
    else stream.write('', () => resolve())
  })
}

async function executeCommand(argv: readonly string[], context: Context): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.fine
  const finish = (code: ExitCode) => {
    exitCode = code
  }
  const { terminal } = context
  const program = await createProgram({ context, finish }, argv)
  for (const command of [program, ...program.commands, ...program.commands.flatMap((each) => each.commands)]) {
    // tellError prints messages, as for every other error.
    command.exitOverride().configureOutput({
      outputError: () => {},
      writeOut: (text) => terminal.out.write(text),
      writeErr: (text) => terminal.err.write(text),
      getOutHelpWidth: () => measureHelp(terminal.out),
      getErrHelpWidth: () => measureHelp(terminal.err),
      getOutHasColors: () => terminal.out.color,
      getErrHasColors: () => terminal.err.color,
    })
  }
  try {
    await program.parseAsync(argv.length === 0 ? ['--help'] : argv, { from: 'user' })
    return exitCode
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.fine
    return tellError(
      error instanceof CommanderError ? toUsageError(error, findCommand(program, argv)) : error,
      context.terminal,
      readOutputFlags(argv),
    )
  }
}

/** Columns of help, which is read in files and pipes, too. */
function measureHelp({ isTty, stream }: Output): number {
  return (isTty ? stream.columns : undefined) ?? 80
}

/** How to print errors must be known even if the command line is not understood. */
function readOutputFlags(argv: readonly string[]) {
  return { json: argv.includes('--json'), debug: argv.includes('--debug') }
}

/** Thrown by a timer or a promise that nobody awaits, so nobody could catch it. */
function createLostError(error: unknown): CheckwrightError {
  const what = error instanceof Error ? `${error.name}: ${error.message}` : `a ${typeof error}`
  return new CheckwrightError(
    `An error was thrown in a promise without await: ${what}. Look for such a promise in the connector's checks. If you find none, please report this with the output of --debug.`,
    { code: 'INTERNAL', cause: error },
  )
}

/** The command that was meant, as far as it is one of ours: `checkwright connections schedule`. */
function findCommand(program: Command, argv: readonly string[]): string {
  const names = [program.name()]
  let command: Command | undefined = program
  for (const word of argv.filter((each) => !each.startsWith('-'))) {
    command = command.commands.find((each) => each.name() === word)
    if (!command) break
    names.push(word)
  }
  return names.join(' ')
}

/**
 * In our form: one paragraph that ends in what to do. Values are left out, because people put secrets there by mistake.
 */
function toUsageError({ message }: CommanderError, command: string): CheckwrightError {
  const [what = '', suggestion] = message
    .replace(/^error: /, '')
    .replace(/^(unknown option '[^'=]*)=[^\n]*'/, "$1'")
    .replace(/^(too many arguments[^\n]*? but got \d+): [^\n]*/, '$1')
    .split('\n')
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}${/[.!?]$/.test(what) ? '' : '.'}`
  const hint = suggestion?.replace(/^\((.*)\)$/, '$1') ?? `See "${command} --help".`
  return createUsageError(`${sentence} ${hint}`)
}
