import { basename } from 'node:path'
import { CheckwrightError, createUsageError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { readInput } from '../../../service/commands/read-input.ts'
import { countNoun } from '../../../text/count-noun.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { hasStore, useRuntime } from '../../commands/open-runtime.ts'
import { loadServedConnectors } from '../../commands/settings/served-connectors.ts'
import type { Runtime } from '../../runtime/runtime.ts'

export interface ConnectorsOptions extends GlobalOptions {
  readonly publisher?: string | undefined
  readonly allowPrivateNetwork?: boolean | undefined
  /** Paths of POSTs that the operator confirms. */
  readonly confirmPost?: readonly string[] | undefined
}

/** Whoever has the store on the machine is an operator. */
const by = 'command line'

/** The connectors that operators added as files. */
export async function listDataConnectors(options: ConnectorsOptions, { terminal }: Context): Promise<ExitCode> {
  const listed = hasStore(options)
    ? await useRuntime(options, terminal, { connectors: [] }, async ({ dataConnectors }) =>
        Promise.all(
          (await dataConnectors.list()).map(async (one) => ({
            ...one,
            versions: await dataConnectors.versions(one.id),
          })),
        ),
      )
    : []
  if (options.json) terminal.json(listed)
  else if (listed.length === 0)
    terminal.out.line(
      `There are no connectors as data yet. Add one: ${formatCommand(shell`connectors add <file>`, options)}`,
    )
  else {
    const rows = listed.flatMap(({ id, state, versions }) =>
      versions.map(({ sha256, version, isPublished, connections }) => [
        ...[id, cleanLine(version), sha256.slice(0, 12), isPublished ? state : ''],
        countNoun(connections, 'connection'),
      ]),
    )
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}

/** Adds a file as a version, which nobody uses before it is published. */
export async function addDataConnector(
  file: string,
  { publisher, allowPrivateNetwork = false, ...options }: ConnectorsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const text = await readInput('<file>', file, terminal)
  const connectors = await loadServedConnectors()
  await useRuntime(options, terminal, { connectors, allowPrivateNetwork }, async ({ dataConnectors }) => {
    const added = await dataConnectors.add({ text, fileName: basename(file), publisher, by })
    if (options.json) return terminal.json(added)
    terminal.out.line(`Added ${added.connectorId} ${cleanLine(added.version)} as ${added.sha256}.`)
    if (added.hasSameDestination === false)
      terminal.out.line('It sends secrets elsewhere than the published version: existing connections stay on theirs.')
    const confirmed = added.posts.reduce((words, path) => shell`${words} --confirm-post ${path}`, shell``)
    terminal.out.line(
      `Publish it: ${formatCommand(shell`connectors publish ${added.connectorId} ${added.sha256.slice(0, 12)}${confirmed}`, options)}`,
    )
  })
  return exitCodes.fine
}

/** New connections get this version from now on. */
export async function publishDataConnector(
  id: string,
  digest: string,
  { confirmPost: posts = [], ...options }: ConnectorsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const connectors = await loadServedConnectors()
  await useRuntime(options, terminal, { connectors }, async (runtime) => {
    const sha256 = await findDigest(runtime, { id, digest, options })
    const published = await runtime.dataConnectors.publish({ id, sha256, posts, by })
    if (options.json) return terminal.json(published)
    terminal.out.line(`Published ${id} ${cleanLine(published.version)}: new connections get it.`)
  })
  return exitCodes.fine
}

/** Takes connections to the published version. */
export async function moveDataConnections(
  id: string,
  digest: string,
  options: ConnectorsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async (runtime) => {
    const moved = await runtime.dataConnectors.move({
      id,
      sha256: await findDigest(runtime, { id, digest, options }),
      by,
    })
    if (options.json) return terminal.json(moved)
    terminal.out.line(`Moved ${countNoun(moved.connections, 'connection')}.`)
    terminal.out.line(`Take that back: ${formatCommand(shell`connectors undo ${id} ${moved.id}`, options)}`)
  })
  return exitCodes.fine
}

/** Takes the connections of a move back. */
export async function undoDataMove(
  id: string,
  moveId: string,
  options: ConnectorsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async ({ dataConnectors }) => {
    const undone = await dataConnectors.undo({ id, moveId, by })
    if (options.json) return terminal.json(undone)
    terminal.out.line('The connections are back on the versions where they were.')
  })
  return exitCodes.fine
}

/** No new connections, and no requests any more. */
export async function retireDataConnector(
  id: string,
  options: ConnectorsOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRuntime(options, terminal, { connectors: [] }, async ({ dataConnectors }) => {
    const retired = await dataConnectors.retire({ id, by })
    if (options.json) return terminal.json(retired)
    terminal.out.line(`Retired ${id}. Its findings and runs stay.`)
  })
  return exitCodes.fine
}

/** A version by the beginning of its digest. @throws CheckwrightError `NOT_FOUND`, `CLI_USAGE` */
async function findDigest(
  { dataConnectors }: Runtime,
  { id, digest, options }: { readonly id: string; readonly digest: string; readonly options: GlobalOptions },
): Promise<string> {
  const found = (await dataConnectors.versions(id)).filter(({ sha256 }) => sha256.startsWith(digest))
  const [version, another] = found
  if (version === undefined)
    throw new CheckwrightError(
      `"${id}" has no version ${digest}. "${formatCommand(shell`connectors list`, options)}" shows them.`,
      {
        code: 'NOT_FOUND',
      },
    )
  if (another) throw createUsageError(`Several versions begin with ${digest}. Give more of it.`)
  return version.sha256
}
