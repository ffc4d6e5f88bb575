import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { connectorIds } from '../../../../connectors/index.ts'
import type { DirectorySource } from '../../../crosscheck/define/directory.ts'
import { createUsageError, StoreError } from '../../../errors/index.ts'
import { cleanLine } from '../../../report/pieces/safe-text.ts'
import { loadShipped } from '../../../service/commands/connector-file/load-connector.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import { createFileError } from '../../../service/commands/read-input.ts'
import { writePieces } from '../../../service/commands/write-pieces.ts'
import { countNoun } from '../../../text/count-noun.ts'
import { demandOrganization, useRuntime } from '../../commands/open-runtime.ts'
import { demandJudge } from '../../people/commands/demand-person.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { SourceOfPeople } from '../directory.ts'
import type { PersonRow } from '../people-view.ts'
import { writeAccounts, writePeople } from '../reading/send-people.ts'
import type { SourceInput } from '../source-input.ts'

/** With the shipped connectors, because they say what a connection lists. */
export async function useDirectory<T>(
  options: GlobalOptions,
  terminal: Context['terminal'],
  work: (runtime: Runtime, organizationId: string) => Promise<T>,
): Promise<T> {
  const loaded = await Promise.all(connectorIds.map(loadShipped))
  const connectors = loaded.flatMap((connector) => connector ?? [])
  return useRuntime(options, terminal, { connectors }, async (runtime) =>
    work(runtime, await demandOrganization(runtime, options)),
  )
}

const listed = 100

/** A command ends with its process, so it waits as long as the list of people takes. */
export async function waitForPeople({ peopleView }: Runtime, organizationId: string): Promise<void> {
  for (;;)
    try {
      await peopleView.head({ organizationId })
      return
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'STORE_CONFLICT') throw error
    }
}

/** Everybody with their accounts over all connections. */
export async function listPeople(
  { filter, csv, ...options }: GlobalOptions & { readonly filter?: string; readonly csv?: boolean },
  { terminal }: Context,
): Promise<ExitCode> {
  return useDirectory(options, terminal, async (runtime, organizationId) => {
    await waitForPeople(runtime, organizationId)
    if (filter === 'nobodys') {
      const choice = { organizationId, filter } as const
      if (csv) await writePieces(writeAccounts(runtime, choice), terminal.out.stream)
      else {
        const { data } = await runtime.peopleView.accounts({ ...choice, limit: listed })
        if (options.json) terminal.json(data)
        else
          for (const { id, name, owner } of data) terminal.out.line(cleanLine(`${name ?? id}: ${owner.because ?? ''}`))
      }
      return exitCodes.fine
    }
    const choice = { organizationId, filter: filter as 'leavers' | undefined }
    if (csv) {
      await writePieces(writePeople(runtime, choice), terminal.out.stream)
      return exitCodes.fine
    }
    const { data, head, next } = await runtime.peopleView.people({ ...choice, limit: listed })
    if (options.json) terminal.json(data)
    else if (data.length === 0) terminal.out.line('Nobody.')
    else
      terminal.out.write(
        formatColumns(
          data.map((row) => formatRow(row)),
          terminal.out,
        ),
      )
    if (head.doubt !== undefined) terminal.err.line(cleanLine(head.doubt))
    if (next !== undefined) terminal.err.line(`These are the first ${listed}. Everybody: --csv`)
    return exitCodes.fine
  })
}

function formatRow({ id, name, email, employment, accounts }: PersonRow): string[] {
  const open = accounts.filter(({ status }) => status !== 'closed').length
  return [name ?? '', email ?? '', employment.is, `${open} open`, `${accounts.length - open} closed`, id].map((cell) =>
    cleanLine(cell),
  )
}

export interface ImportOptions extends GlobalOptions {
  readonly source?: string
  readonly covers?: DirectorySource['covers']
  readonly date?: string
  readonly allowLoss?: boolean
}

/** @throws DataFileError `PEOPLE_FILE_INVALID`; CheckwrightError `DIRECTORY_INVALID`, `CLI_FILE_FAILED` */
export async function importPeople(file: string, options: ImportOptions, { terminal }: Context): Promise<ExitCode> {
  const bytes = file === '-' ? await buffer(terminal.input) : await readBytes(file)
  const source = await useDirectory(options, terminal, (runtime, organizationId) =>
    runtime.directory.importPeople({
      organizationId,
      bytes,
      fileName: file === '-' ? 'stdin' : basename(file),
      source: options.source,
      covers: options.covers,
      date: options.date,
      allowsLoss: options.allowLoss,
    }),
  )
  if (options.json) terminal.json(source)
  else {
    terminal.out.line(cleanLine(`${source.name} has ${countNoun(source.people?.count ?? 0, 'person', 'people')}.`))
    terminal.err.line(`It counts until ${source.people?.countsUntil?.slice(0, 10)}. Import a newer file before.`)
  }
  return exitCodes.fine
}

async function readBytes(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    throw createFileError('The file of people cannot be read', error, 'Check the path.')
  }
}

/** Where people come from. */
export async function listDirectory(options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  return showSources(
    await useDirectory(options, terminal, ({ directory }, organizationId) => directory.list({ organizationId })),
    options,
    terminal,
  )
}

/** @throws CheckwrightError `CLI_USAGE`, `DIRECTORY_INVALID` */
export async function setDirectory(
  words: readonly string[],
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const sources = words.map(parseSource)
  return showSources(
    await useDirectory(options, terminal, ({ directory }, organizationId) =>
      directory.set({ organizationId, sources }),
    ),
    options,
    terminal,
  )
}

function parseSource(word: string): SourceInput {
  const [, is, name = '', covers] = /^(connection|file):(.+)=(employees|contractors|both)$/s.exec(word) ?? []
  if (covers === 'employees' || covers === 'contractors' || covers === 'both')
    return is === 'file' ? { file: name, covers } : { connection: name, covers }
  throw createUsageError(
    'A source is connection:<id> or file:<name>, with whom it covers: file:Staff=employees, connection:7f0c6a8e=both.',
  )
}

function showSources(
  sources: readonly SourceOfPeople[],
  options: GlobalOptions,
  terminal: Context['terminal'],
): ExitCode {
  if (options.json) terminal.json(sources)
  else if (sources.length === 0) terminal.out.line('The directory has no source yet.')
  else
    terminal.out.write(
      formatColumns(
        sources.map(({ id, is, name, covers, people }) =>
          [
            name,
            is,
            covers,
            people ? `${people.count} people from ${people.readAt.slice(0, 10)}` : 'never read',
            id,
          ].map((cell) => cleanLine(cell)),
        ),
        terminal.out,
      ),
    )
  return exitCodes.fine
}

/** Who decides, for the link. @throws StoreError `NOT_FOUND` for nobody, and for a person who is deactivated */
export async function findActor(runtime: Runtime, organizationId: string, userId: string): Promise<string> {
  const { email, name } = await demandJudge(runtime, organizationId, userId)
  return email || name || userId
}
