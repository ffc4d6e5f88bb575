import type { Command, Option } from 'commander'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import { RepeatableOption } from './repeatable-option.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** Options of how a command prints, and not of what it does. */
const unnamed = new Set(['json', 'debug', 'help', 'version'])

/** `--public-url` is `CHECKWRIGHT_PUBLIC_URL`. */
function nameVariable(option: Pick<Option, 'name'>): string {
  return `CHECKWRIGHT_${option.name().replaceAll('-', '_').toUpperCase()}`
}

/** The options of a command that the environment may give. */
function listNamedOptions(command: Command): readonly Option[] {
  return command.options.filter((option) => !unnamed.has(option.name()))
}

/** For the help of a command whose options the environment may give. */
export function describeEnvironment({ command }: { readonly command: Command }): string {
  const names = listNamedOptions(command).map((option) => `  ${option.long} is ${nameVariable(option)}`)
  return `\nThe environment may give the options that the command line leaves out:\n${names.join('\n')}`
}

/** For Commander's hook `preAction`. */
export function readOwnEnvironment(command: Command): void {
  readEnvironment(command, process.env)
}

/**
 * Takes options that the command line leaves out from the environment. A switch is `true` or `false`, an option that may be
 * given again takes values with spaces or commas between them, and an empty variable is as none.
 *
 * Commander's own `env()` turns a switch on by `false` too, and takes one value alone.
 * @throws CheckwrightError `CLI_USAGE` that names the variable
 */
export function readEnvironment(command: Command, env: Environment): void {
  for (const option of listNamedOptions(command)) {
    const key = option.attributeName()
    const text = env[nameVariable(option)]?.trim() ?? ''
    if (text === '' || command.getOptionValueSource(key) === 'cli') continue
    command.setOptionValueWithSource(key, readValue(option, text), 'env')
  }
}

function readValue(option: Option, text: string): unknown {
  const variable = nameVariable(option)
  if (!option.required) {
    // Of an option such as --no-browser, the variable says what its name says, too.
    if (text === 'true' || text === 'false') return (text === 'true') !== option.negate
    throw createUsageError(`${variable} must be "true" or "false".`)
  }
  const { parseArg: parse } = option
  if (!parse) return text
  try {
    if (!(option instanceof RepeatableOption)) return parse<unknown>(text, undefined)
    return text.split(/[\s,]+/).reduce<unknown>((before, each) => parse(each, before), undefined)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new CheckwrightError(`${variable} is invalid. ${error.message}`, { code: 'CLI_USAGE', cause: error })
  }
}
