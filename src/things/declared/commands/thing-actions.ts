import { readFile } from 'node:fs/promises'
import { StoreError } from '../../../errors/index.ts'
import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatCommand } from '../../../service/commands/format-command.ts'
import { printDone, printList } from '../../../service/commands/print-answer.ts'
import { readInput } from '../../../service/commands/read-input.ts'
import type { Thing } from '../../../service/fields/define-thing.ts'
import type { ThingFields } from '../../../service/fields/field.ts'
import { formatValue } from '../../../service/fields/field-kinds.ts'
import type { InputOf } from '../../../service/fields/field-types.ts'
import { listSecretFiles, readOptions } from '../../../service/fields/options.ts'
import { shell } from '../../../text/quote-for-shell.ts'
import { changeStored, listStored, useStored } from '../../commands/open-runtime.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { recordsFor } from '../reading/records-for.ts'
import { listAllRecords } from '../services/list-all-records.ts'
import type { ThingRecord } from '../services/thing-service.ts'
import { toWireRecord } from '../services/to-wire-record.ts'

interface RecordListOptions extends GlobalOptions {
  readonly limit: number
  readonly state?: string | undefined
}

export async function listRecords(thing: Thing, options: RecordListOptions, { terminal }: Context): Promise<ExitCode> {
  const { limit, state } = options
  const records = await listStored(options, terminal, (runtime, organizationId) =>
    runtime.serviceOf(thing).list({ organizationId, limit, state }),
  )
  const none =
    state === undefined
      ? `There are no ${thing.nouns}. Add one: ${formatCommand(shell`${thing.plural} add`, options)}`
      : `No ${thing.noun} is ${state}.`
  if (options.json)
    return printList(
      options,
      terminal,
      records.map((record) => toWireRecord(thing, record)),
      { none, toCells: () => [] },
    )
  return printList(options, terminal, records, { none, toCells: (record) => formatCells(thing, record) })
}

/** @throws CheckwrightError `RECORD_INVALID` */
export async function addRecord(
  thing: Thing,
  options: GlobalOptions & Readonly<Record<string, unknown>>,
  { terminal }: Context,
): Promise<ExitCode> {
  const values = (await readEntered(thing, options, terminal)) as InputOf<ThingFields>
  const record = await changeStored(options, terminal, (runtime, organizationId) =>
    runtime.serviceOf(thing).create({ organizationId, values }),
  )
  return printDone(options, terminal, toWireRecord(thing, record), `The ${thing.noun} ${record.id} is added.`)
}

export async function exportRecords(thing: Thing, options: GlobalOptions, { terminal }: Context): Promise<ExitCode> {
  const { writeRecordsFile } = await import('../services/write-records-file.ts')
  const pieces = await listStored(options, terminal, async (runtime, organizationId) =>
    Array.fromAsync(writeRecordsFile(thing, listAllRecords(recordsFor(runtime, thing, { organizationId })))),
  )
  for (const piece of pieces) terminal.out.write(piece)
  return exitCodes.fine
}

/** @throws CheckwrightError `RECORD_INVALID` that names each line; StoreError `STORE_CONFLICT`; the file system's errors */
export async function importRecords(
  thing: Thing,
  file: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const csv = await readFile(file, 'utf8')
  const { added, changed } = await changeStored(options, terminal, (runtime, organizationId) =>
    runtime.serviceOf(thing).import({ organizationId, csv }),
  )
  return printDone(options, terminal, { added, changed }, `${added} added, ${changed} changed.`)
}

/** @throws CheckwrightError `RECORD_INVALID`; StoreError `NOT_FOUND` */
export async function changeRecord(
  thing: Thing,
  id: string,
  options: GlobalOptions & Readonly<Record<string, unknown>>,
  { terminal }: Context,
): Promise<ExitCode> {
  const changes = await readEntered(thing, options, terminal)
  const record = await useRecord(thing, id, options, terminal, ({ change }, ref) => change({ ...ref, changes }))
  return printDone(options, terminal, toWireRecord(thing, record), `The ${thing.noun} ${id} is changed.`)
}

/** @throws StoreError `NOT_FOUND` */
export async function removeRecord(
  thing: Thing,
  id: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  await useRecord(thing, id, options, terminal, async (service, ref) => {
    await service.delete(ref)
    return true
  })
  return printDone(options, terminal, { id, deleted: true }, `The ${thing.noun} ${id} is deleted.`)
}

/** @throws StoreError `NOT_FOUND`, `STORE_CONFLICT` */
export async function actOnRecord(
  thing: Thing,
  action: string,
  id: string,
  options: GlobalOptions,
  { terminal }: Context,
): Promise<ExitCode> {
  const record = await useRecord(thing, id, options, terminal, async ({ act }, ref) => act[action]?.(ref))
  const state = record.state === undefined ? '' : ` (${record.state})`
  return printDone(options, terminal, toWireRecord(thing, record), `The ${thing.noun} ${id} is changed${state}.`)
}

/** What somebody gave by options, with secrets from their files. */
async function readEntered(
  { fields }: Thing,
  options: Readonly<Record<string, unknown>>,
  terminal: Context['terminal'],
): Promise<Readonly<Record<string, unknown>>> {
  const secrets: Record<string, string> = {}
  for (const { name, path } of listSecretFiles(fields, options))
    secrets[name] = (await readInput(`the option for ${name}`, path, terminal)).trim()
  return { ...readOptions(fields, options), ...secrets }
}

/** Changes a record of a store that is there. */
async function useRecord<Done>(
  thing: Thing,
  id: string,
  options: GlobalOptions,
  terminal: Context['terminal'],
  work: (
    service: ReturnType<Runtime['serviceOf']>,
    ref: { readonly organizationId: string; readonly id: string },
  ) => Promise<Done | undefined>,
): Promise<Done> {
  const changed = await useStored(options, terminal, (runtime, organizationId) =>
    work(runtime.serviceOf(thing), { organizationId, id }),
  )
  if (changed !== undefined) return changed
  throw new StoreError(
    `There is no such ${thing.noun}. "${formatCommand(shell`${thing.plural}`, options)}" shows them.`,
    {
      code: 'NOT_FOUND',
    },
  )
}

function formatCells({ columns, all }: Thing, { id, values, state }: ThingRecord): string[] {
  const cells = columns.flatMap((name) => {
    const field = all[name]
    return field === undefined ? [] : [formatValue(field, values[name])]
  })
  return state === undefined ? [id, ...cells] : [id, ...cells, state]
}
