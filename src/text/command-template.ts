import type { ShellWords } from './quote-for-shell.ts'

/**
 * A command for people to copy, from where nobody knows how its store is named on a command line, or may be told: what they have to fill in is named.
 * @param command without the name of the program, in words that a shell takes as they are meant: `app set github`
 */
export function formatCommandTemplate(
  command: string | ShellWords,
  { needsOrganization = false }: { readonly needsOrganization?: boolean | undefined } = {},
): string {
  return [`checkwright ${command} --store <store>`, ...(needsOrganization ? ['--org <organization>'] : [])].join(' ')
}
