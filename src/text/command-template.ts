/**
 * A command for people to copy, from where nobody knows how its store is named on a command line, or may be told: what they have to fill in is named.
 * @param command without the name of the program: `app set github`
 */
export function formatCommandTemplate(
  command: string,
  { needsOrganization = false }: { readonly needsOrganization?: boolean | undefined } = {},
): string {
  return [`checkwright ${command} --store <store>`, ...(needsOrganization ? ['--org <organization>'] : [])].join(' ')
}
