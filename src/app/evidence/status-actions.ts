import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUsageError, isSystemError } from '../../errors/index.ts'
import type { StatusBrand } from '../../report/package/public-look.ts'
import type { Context, GlobalOptions } from '../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../service/commands/exit-codes.ts'
import { createFileError } from '../../service/commands/read-input.ts'
import { countNoun } from '../../text/count-noun.ts'
import { useRuntime } from '../../things/commands/open-runtime.ts'
import { readLogoFile } from '../../things/commands/settings/read-logo.ts'
import { loadTrustedKeys } from '../../things/commands/trusted-keys.ts'
import { createStatusSite } from '../../things/packages/making/create-status-site.ts'
import { parseAppearanceChanges } from '../../things/parts/appearance-options.ts'

export interface StatusOptions extends GlobalOptions {
  readonly out: string
  /** Ids of the only controls that are shown. @default all */
  readonly show?: readonly string[] | undefined
  readonly brandName?: string | undefined
  readonly brandColour?: string | undefined
  readonly brandLogo?: string | undefined
  /** Ids of controls. @default all are shown */
  readonly hide?: readonly string[] | undefined
}

/** Writes a public page of the controls of a package. @throws CheckwrightError as `createStatusSite`, and `CLI_FILE_FAILED` */
export async function runStatusCommand(path: string, options: StatusOptions, { terminal }: Context): Promise<ExitCode> {
  const { out: place, show, hide = [] } = options
  const brand = readBrand(options)
  const trusted = await loadTrustedKeys(options, terminal)
  const { files, shown, hidden } = await useRuntime(options, terminal, { connectors: [] }, async ({ signing }) =>
    createStatusSite(path, { show, hide, brand, trusted, signer: await signing.signer() }),
  )
  await writeSite(place, files)
  if (options.json) terminal.json({ out: place, shown, hidden })
  else {
    terminal.out.line(`Written: ${join(place, 'index.html')}`)
    terminal.err.line(
      `It shows ${countNoun(shown, 'control')} and hides ${hidden}. Publish the whole folder. Tell people the fingerprint of your key by another way.`,
    )
  }
  return exitCodes.fine
}

/** @throws CheckwrightError `CLI_USAGE` for a name, a colour or a logo that a page cannot have */
function readBrand({ brandName, brandColour, brandLogo }: StatusOptions): StatusBrand {
  const bytes = brandLogo === undefined ? undefined : readLogoFile('--brand-logo', brandLogo)
  try {
    const { name, colour, logo } = parseAppearanceChanges({ name: brandName, colour: brandColour, logo: bytes })
    return { name: name ?? undefined, colour: colour ?? undefined, logo: logo ?? undefined }
  } catch (error) {
    throw createUsageError(error instanceof Error ? error.message : String(error))
  }
}

/** Replaces an earlier page, and nothing else. */
async function writeSite(place: string, files: ReadonlyMap<string, string>): Promise<void> {
  try {
    await mkdir(place, { recursive: true })
    const stranger = (await readdir(place)).find((name) => !files.has(name))
    if (stranger !== undefined)
      throw createUsageError(
        `"${place}" contains "${stranger}", which is no file of a status page. Name a new folder with --out.`,
      )
    for (const [name, text] of files) await writeFile(join(place, name), text)
  } catch (error) {
    if (!isSystemError(error)) throw error
    throw createFileError(`"${place}" cannot be written`, error, 'Name a folder that you may write to.')
  }
}
