import { writeFile } from 'node:fs/promises'
import { auditorPage } from '../../author/auditor-page/auditor-page.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'

export interface AuditorPageOptions extends GlobalOptions {
  readonly out: string
}

/** Writes the auditor's page, and tells the digest by which an auditor knows it. */
export async function writeAuditorPage({ out, json }: AuditorPageOptions, { terminal }: Context): Promise<ExitCode> {
  const { html, sha256 } = auditorPage
  try {
    await writeFile(out, html)
  } catch (error) {
    throw createFileError('The page cannot be written', error, 'Name another file by --out.')
  }
  if (json) terminal.json({ file: out, sha256 })
  else terminal.out.line(`${out} has the SHA-256 ${sha256}. An auditor compares it with the one of the release.`)
  return exitCodes.fine
}
