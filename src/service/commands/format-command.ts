import { quoteForShell, type ShellWords } from '../../text/quote-for-shell.ts'
import type { GlobalOptions } from './context.ts'

/** Where connections and runs are kept if nobody says otherwise. */
export const defaultStore = 'sqlite:./data/checkwright.db'

/**
 * A command for people to copy: with the global options of this one, so that it opens the same store and speaks of the same organization.
 * What the environment says need not be repeated. A password in the address of a store is not shown: it stands as `PASSWORD`.
 * @param command without the name of the program: shell`api-key create`
 * @param env @default that of the process
 */
export function formatCommand(
  command: ShellWords,
  { store, org }: Pick<GlobalOptions, 'store' | 'org'>,
  env: Readonly<Record<string, string | undefined>> = process.env,
): string {
  const isStoreKnown = store === (env.CHECKWRIGHT_STORE || defaultStore)
  const isOrganizationKnown = org === undefined || org === env.CHECKWRIGHT_ORG
  return [
    `checkwright ${command}`,
    ...(isStoreKnown ? [] : [`--store ${quoteForShell(hidePassword(store))}`]),
    ...(isOrganizationKnown ? [] : [`--org ${quoteForShell(org)}`]),
  ].join(' ')
}

function hidePassword(store: string): string {
  return store.replace(/^(\w+:\/\/[^/:@]*:).*@/, '$1PASSWORD@').replace(/([?&]password=)[^&]*/gi, '$1PASSWORD')
}
