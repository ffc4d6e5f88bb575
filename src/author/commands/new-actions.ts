import { join, relative, resolve } from 'node:path'
import { createUsageError } from '../../errors/index.ts'
import type { Context } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import type { Terminal } from '../../service/commands/terminal.ts'
import { quoteForShell } from '../../text/quote-for-shell.ts'
import { type EnclosingPackage, findEnclosingPackage } from '../new/enclosing-package.ts'
import { findModulesPath, makeConnector, type NewOptions } from '../new/making/make-connector.ts'
import { refuseBadId } from '../new/new-connector.ts'
import type { Note } from '../new/openapi/notes.ts'
import { createProjectFiles } from '../new/project-files.ts'
import { writeFiles } from '../new/write-files.ts'

/** Writes a connector with its checks and its test; outside of any package, one around them. */
export async function runNewCommand(id: string, options: NewOptions, { terminal }: Context): Promise<ExitCode> {
  refuseBadId(id)
  if (options.for !== undefined) return writeOwnCheck(id, options.for, options, terminal)
  const asks = terminal.canAsk && !options.yes && !options.json ? terminal : undefined
  const folder = resolve(options.dir ?? id)
  const around = options.project ? undefined : await findEnclosingPackage(folder)
  const { name, files, notes, project } = await makeConnector(
    id,
    { ...options, modulesPath: findModulesPath(folder, around) },
    asks,
  )
  const ownProject = around ? undefined : (project ?? createProjectFiles({ id, name }))
  const all = { ...files, ...ownProject }
  await writeFiles(folder, all)

  const names = Object.keys(all)
  const place = relative(process.cwd(), folder)
  const next = options.data ? listDataSteps(id, place, around) : listNextSteps(id, place, around)
  if (options.json) terminal.json({ folder, files: names, package: around?.file ?? null, notes, next })
  else printNextSteps({ names, place, around, notes, next }, terminal)
  return exitCodes.fine
}

async function writeOwnCheck(
  id: string,
  connectorId: string,
  options: NewOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const stray = (
    ['auth', 'baseUrl', 'name', 'openapi', 'graphql', 'endpoint', 'maxChecks', 'data', 'keyPrefix', 'project'] as const
  ).find((name) => options[name] !== undefined)
  if (stray !== undefined)
    throw createUsageError(`--for takes everything except the check from ${connectorId}. Remove --${toFlag(stray)}.`)
  const { createOwnCheck } = await import('../new/own-check-files.ts')
  const { name, files, file } = await createOwnCheck(id, connectorId)
  const folder = resolve(options.dir ?? '.')
  await writeFiles(folder, files)

  const place = relative(process.cwd(), join(folder, file))
  const next = [`checkwright run ${quoteForShell(`./${place}`)} --check ${id}`]
  if (options.json) {
    terminal.json({ folder, files: [file], package: null, notes: [], next })
    return exitCodes.fine
  }
  terminal.out.line(`${terminal.out.paint('green', '+')} ${place}`)
  for (const line of ['', `Next, with an account of ${name}:`, `  ${next[0]}`]) terminal.out.line(line)
  return exitCodes.fine
}

function toFlag(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

interface WrittenConnector {
  readonly names: readonly string[]
  /** Folder, relative to the working directory. */
  readonly place: string
  readonly around: EnclosingPackage | undefined
  readonly notes: readonly Note[]
  readonly next: readonly string[]
}

const notesShown = 20

function printNextSteps({ names, place, around, notes, next }: WrittenConnector, { out }: Terminal): void {
  for (const name of names) out.line(`${out.paint('green', '+')} ${place === '' ? name : `${place}/${name}`}`)
  if (around) {
    out.line()
    out.line(
      `The folder belongs to the package of ${around.file}, so only the connector was written. --project writes a package of its own.`,
    )
  }
  const decided = notes.filter(({ kind }) => kind === 'decided')
  const leftOut = notes.length - decided.length
  if (notes.length > 0) {
    out.line()
    out.line('The description does not define these. Each line begins with the place in the file:')
  }
  for (const { pointer, message } of decided.slice(0, notesShown))
    out.line(`${out.paint('yellow', '!')} ${pointer || '/'}: ${message}${message.endsWith('?') ? '' : '.'}`)
  if (decided.length > notesShown) out.line(`… and ${decided.length - notesShown} more, in README.md.`)
  if (leftOut > 0)
    out.line(`${leftOut} ${leftOut === 1 ? 'list is' : 'lists are'} left out; README.md has the reasons.`)
  for (const line of ['', 'Next:', ...next.map((step) => `  ${step}`), '']) out.line(line)
  out.line(`README.md then lists what to look up in the vendor's documentation.`)
}

function listNextSteps(id: string, place: string, around: EnclosingPackage | undefined): readonly string[] {
  if (!around) return [...(place === '' ? [] : [`cd ${quoteForShell(place)}`]), 'npm install && npm test']
  const install = around.missing.length > 0 ? [`npm install --save-dev ${around.missing.join(' ')}`] : []
  return [...install, `npx vitest run ${quoteForShell(place === '' ? `${id}.test.ts` : `${place}/${id}.test.ts`)}`]
}

/** A file of data needs no other tools. */
function listDataSteps(id: string, place: string, around: EnclosingPackage | undefined): readonly string[] {
  const enter = place === '' ? [] : [`cd ${quoteForShell(place)}`]
  if (!around) return [...enter, 'npm install && npm test', `npx checkwright run ${id}.connector.yaml`]
  const file = quoteForShell(place === '' ? `${id}.connector.yaml` : `${place}/${id}.connector.yaml`)
  const install = around.missing.includes('checkwright') ? ['npm install --save-dev checkwright'] : []
  return [...install, `npx checkwright test ${file}`, `npx checkwright run ${file}`]
}
