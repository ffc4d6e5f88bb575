import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { formatCommand } from '../../service/commands/format-command.ts'
import { formatCount } from '../../text/count-noun.ts'
import { shell } from '../../text/quote-for-shell.ts'
import type { BackupSummary } from '../../things/all-stores/backup/write-backup.ts'

/** Writes a backup of the store, and says what is not in it. */
export async function runBackupCommand(
  file: string,
  { store, json }: GlobalOptions,
  { terminal: { out } }: Context,
): Promise<ExitCode> {
  const { writeBackup } = await import('../../things/all-stores/backup/write-backup.ts')
  // As `run --out` does.
  await mkdir(dirname(file), { recursive: true })
  const summary = await writeBackup(store, file)
  const { size: bytes } = await stat(file)
  if (json) out.line(JSON.stringify({ file, bytes, ...summary }))
  else {
    out.line(`${file} has ${describe(summary)}.`)
    out.line(
      'The master key is not in it. Keep a copy of the key in another place: without it, the credentials are lost.',
    )
  }
  return exitCodes.fine
}

/** Puts a backup into the store, which must be new. */
export async function runRestoreCommand(
  file: string,
  { store, json }: GlobalOptions,
  { terminal: { out } }: Context,
): Promise<ExitCode> {
  const { restoreBackup } = await import('../../things/all-stores/backup/restore-backup.ts')
  const summary = await restoreBackup(file, store)
  if (json) out.line(JSON.stringify({ file, ...summary }))
  else {
    out.line(`Restored ${describe(summary)}.`)
    out.line(`"${formatCommand(shell`doctor`, { store, org: undefined })}" says whether your master key opens it.`)
  }
  return exitCodes.fine
}

function describe({ tables, rows, files }: BackupSummary): string {
  return `${formatCount(rows, 'row')} of ${formatCount(tables, 'table')} and ${formatCount(files, 'file')}`
}
