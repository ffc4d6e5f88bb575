import type { Context, GlobalOptions } from '../../../service/commands/context.ts'
import { type ExitCode, exitCodes } from '../../../service/commands/exit-codes.ts'
import { formatColumns } from '../../../service/commands/format-columns.ts'
import type { Language } from '../../../service/records/appearances.ts'
import { omitUndefined } from '../../../text/omit-undefined.ts'
import { changeStored } from '../../commands/open-runtime.ts'
import { readLogoFile } from '../../commands/settings/read-logo.ts'
import type { AppearanceChanges } from '../../parts/appearance-options.ts'

export interface AppearanceCommandOptions extends GlobalOptions {
  readonly name?: string | undefined
  readonly colour?: string | undefined
  readonly language?: string | undefined
  /** A file. */
  readonly logo?: string | undefined
}

/** Changes what is given, and prints the appearance in force. @throws CheckwrightError `APPEARANCE_INVALID` */
export async function showAppearance(options: AppearanceCommandOptions, { terminal }: Context): Promise<ExitCode> {
  const changes = toChanges(options)
  const shown = await changeStored(options, terminal, async (runtime, organizationId) => {
    if (Object.keys(changes).length > 0) await runtime.appearance.set({ organizationId, changes })
    const { logo, ...shown } = await runtime.appearance.get({ organizationId })
    return { ...shown, hasLogo: logo !== null }
  })
  if (options.json) terminal.json(shown)
  else {
    const { colour, language, hasLogo } = shown
    const words = {
      colour: colour ?? 'none',
      language: language ?? 'as the browser asks',
      hasLogo: hasLogo ? 'yes' : 'no',
    }
    const rows = Object.entries({ ...shown, ...words })
    terminal.out.write(formatColumns(rows, terminal.out))
  }
  return exitCodes.fine
}

/** An empty value takes the organization's own away. */
function toChanges({ name, colour, language, logo }: AppearanceCommandOptions): AppearanceChanges {
  return omitUndefined({
    name: name === undefined ? undefined : name || null,
    colour: colour === undefined ? undefined : colour || null,
    language: language === undefined ? undefined : ((language || null) as Language | null),
    logo: logo === undefined ? undefined : logo === '' ? null : readLogoFile('--logo', logo),
  })
}
